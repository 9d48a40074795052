import { buffer } from 'node:stream/consumers';
import { refundOrder } from '../pages/orders.ts';
import { shown } from '../support/expect.ts';
import { expect, journey, passOf } from '../support/fixtures.ts';
import { countPages, countScreenParts } from '../support/paper.ts';

journey(
  'receipts: what was paid and refunded is shown, saved as PDF, and printed on a page each',
  { as: 'pass' },
  async ({ visitor, page, t, api }) => {
    await refundOrder(api, passOf(visitor).email);
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

    expect(await countScreenParts(page), 'parts of the screen on the paper').toBe(0);
    const sheets = await page.locator('[data-sheet]').count();
    expect(countPages(await page.pdf()), 'pages').toBe(sheets);
  },
);
