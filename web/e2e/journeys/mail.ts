import { PDFiumLibrary } from '@hyzyla/pdfium';
import { checkout, goToUpi } from '../pages/checkout.ts';
import { registry } from '../pages/registry.ts';
import { toastSays } from '../pages/toast.ts';
import { shown } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';
import { mailTo } from '../support/mails.ts';
import { moveTo } from '../support/move-to.ts';
import { newBuyer } from '../support/sessions.ts';

/** The line of a mail with six digits. */
const DIGITS = /^\d{6}\s*$/m;

/** The text of a PDF's first page, and how many points of its picture are dark. */
const lookAt = async (pdf: Buffer): Promise<{ text: string; dark: number }> => {
  const library = await PDFiumLibrary.init();
  try {
    // PDFium reads the text of a page only before it draws it.
    const text = (await library.loadDocument(pdf)).getPage(0).getText();
    const page = (await library.loadDocument(pdf)).getPage(0);
    const { data } = await page.render({ scale: 1, render: 'bitmap' });
    // Red and alpha of each point; where nothing is drawn, it is transparent.
    const dark = data.filter(
      (red, at) => at % 4 === 0 && red < 100 && (data[at + 3] ?? 0) > 200,
    ).length;
    return { text, dark };
  } finally {
    library.destroy();
  }
};

journey(
  'mail: after a payment by UPI the receipt as PDF, digits that confirm an address, and a link to lost access',
  {},
  async ({ visitor, page, t, openVisitor }) => {
    await page.goto('/hourly-access');
    await shown(page.getByText(t('checkout:upi.same', { charge: '₹799' })));
    const shop = checkout(visitor);
    const email = newBuyer();
    await shop.email.fill(email);
    const desk = await goToUpi(visitor);
    await desk.upiPay.click();
    await shown(shop.success);
    const code = (await shop.code.innerText()).trim();
    await moveTo(page, '/access');
    await page.getByRole('textbox', { name: t('addresses:add.email') }).fill(email);
    await page.getByRole('button', { name: t('addresses:digits.send') }).click();
    const [digits = ''] = DIGITS.exec((await mailTo(email, DIGITS)).text) ?? [];
    const address = { address: email };
    await page.getByRole('textbox', { name: t('addresses:digits.label', address) }).fill(digits);
    await page.getByRole('button', { name: t('addresses:add.confirm'), exact: true }).click();
    await toastSays(page, t('addresses:add.done'));
    await moveTo(page, '/app');
    await shown(registry(visitor).rows);

    const { text, attachments } = await mailTo(email, '₹799');
    expect(text).not.toContain(code);
    const [receipt] = attachments;
    expect(receipt?.name).toMatch(/^TEST-\d{4}-\d{2}-\d{6}\.pdf$/);
    const answer = await fetch(receipt?.url ?? '');
    const pdf = await lookAt(Buffer.from(await answer.arrayBuffer()));
    expect(pdf.text).toContain('₹799');
    expect(pdf.dark).toBeGreaterThan(2_000);

    const other = await openVisitor();
    await other.page.goto('/access');
    await other.page.getByRole('link', { name: t('access:lost.question') }).click();
    await other.page.getByRole('textbox', { name: t('access:lost.email') }).fill(email);
    await other.page.getByRole('button', { name: t('access:lost.action') }).click();
    await shown(other.page.getByText(t('access:lost.sent')));
    const { text: lost } = await mailTo(email, '/restore#link=');
    await other.page.goto(/\S+\/restore#link=\S+/.exec(lost)?.[0] ?? '');
    await other.page.getByRole('button', { name: t('access:restore.submit') }).click();
    await other.page.getByRole('link', { name: t('access:lost.open') }).click();
    await shown(other.page.getByText(t('access:state.running')));
  },
);
