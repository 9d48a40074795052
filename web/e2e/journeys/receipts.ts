import { buffer } from 'node:stream/consumers';
import { buyHour } from '../pages/checkout.ts';
import { refundOrder } from '../pages/orders.ts';
import { shown } from '../support/expect.ts';
import { expect, inBothLanguages, journey } from '../support/fixtures.ts';
import { countPages, countScreenParts } from '../support/paper.ts';

for (const language of ['en', 'kn'] as const)
  journey(
    `receipts: what was paid and refunded is shown and saved as PDF (${language})`,
    { language },
    async ({ visitor, page, t, api }) => {
      const { email } = await buyHour(visitor);
      await refundOrder(api, email);
      await page.goto('/access');
      await page.getByRole('link', { name: t('receipts:page.open') }).click();
      const [receipt, note] = [page.getByRole('article').first(), page.getByRole('article').last()];
      await shown(
        receipt.getByRole('heading', { name: t('documents:receipt') }),
        receipt.getByText(t('documents:hourly')),
        note.getByRole('heading', { name: t('documents:creditNote') }),
        note.getByText(t('documents:refunded')),
      );
      const number = (await note.getAttribute('aria-label')) ?? '';
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: t('receipts:page.pdf', { number }) }).click();
      const pdf = await buffer(await (await saved).createReadStream());
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    },
  );

inBothLanguages(
  'receipts: printed on a page each, without the rest of the screen',
  {},
  async ({ visitor, page, t, api }) => {
    const { email } = await buyHour(visitor);
    await refundOrder(api, email);
    await page.goto('/access');
    await page.getByRole('link', { name: t('receipts:page.open') }).click();
    const sheets = page.locator('[data-sheet]');
    await shown(sheets.last().getByRole('heading', { name: t('documents:creditNote') }));
    expect(await countScreenParts(page), 'parts of the screen on the paper').toBe(0);
    expect(countPages(await page.pdf()), 'pages').toBe(await sheets.count());
  },
);
