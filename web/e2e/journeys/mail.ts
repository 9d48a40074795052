import { PDFiumLibrary } from '@hyzyla/pdfium';
import { checkout, goToUpi } from '../pages/checkout.ts';
import { registry } from '../pages/registry.ts';
import { shown } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';
import { mailTo } from '../support/mails.ts';
import { newBuyer } from '../support/sessions.ts';

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
  'mail: after a payment by UPI the receipt as PDF, and a link to lost access',
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
    await shop.open.click();
    await page.waitForURL('**/app');
    await shown(registry(visitor).rows);

    const { text, attachments } = await mailTo(email, code);
    expect(text).toContain('₹799');
    const [receipt] = attachments;
    expect(receipt?.name).toMatch(/^TEST-\d{4}-\d{2}-\d{6}\.pdf$/);
    const answer = await fetch(receipt?.url ?? '');
    const pdf = await lookAt(Buffer.from(await answer.arrayBuffer()));
    expect(pdf.text).toContain('₹799');
    expect(pdf.dark).toBeGreaterThan(2_000);

    const other = await openVisitor();
    await other.page.goto('/access');
    await other.page.getByRole('link', { name: t('access:lost.question') }).click();
    // The page before has a field of the same name.
    await shown(other.page.getByRole('heading', { name: t('access:lost.title') }));
    await other.page.getByRole('textbox', { name: t('access:restore.email') }).fill(email);
    await other.page.getByRole('button', { name: t('access:lost.action') }).click();
    await shown(other.page.getByText(t('access:lost.sent')));
    const { text: lost } = await mailTo(email, '/restore#');
    await other.page.goto(/\S+\/restore#\S+/.exec(lost)?.[0] ?? '');
    await other.page.getByRole('button', { name: t('access:restore.submit') }).click();
    await other.page.getByRole('link', { name: t('access:lost.open') }).click();
    await shown(other.page.getByText(t('access:state.running')));
  },
);
