import { PDFiumLibrary } from '@hyzyla/pdfium';
import { checkout, goToUpi, newBuyer } from '../pages/checkout.ts';
import { registry } from '../pages/registry.ts';
import { shown } from '../support/expect.ts';
import { expect, inBothLanguages, journey } from '../support/fixtures.ts';
import { mailTo } from '../support/mails.ts';
import { uniqueName } from '../support/test-data.ts';

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

inBothLanguages(
  'mail: from the landing page by UPI to the registry, the receipt as PDF, and a link to lost access',
  {},
  async ({ visitor, page, t, openVisitor }) => {
    await page.goto('/');
    await page
      .getByRole('main')
      .getByRole('link', { name: t('landing:hourly.action') })
      .click();
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

journey(
  'mail: an invitation is sent to the person, who may ask for another link',
  { as: 'admin', language: 'kn' },
  async ({ page, t, openVisitor }) => {
    const name = uniqueName();
    const email = `${name.replace(/\W/g, '').toLowerCase()}@example.com`;
    await page.goto('/admin-people');
    const form = page.getByRole('form', { name: t('people:invite.title') });
    await form.getByRole('textbox', { name: t('people:invite.username') }).fill(name);
    await form.getByRole('textbox', { name: t('people:invite.email') }).fill(email);
    await form.getByRole('button', { name: t('people:invite.action') }).click();
    const dialog = page.getByRole('dialog', { name: t('people:link.title', { name }) });
    const link = await dialog.getByRole('textbox', { name: t('people:link.label') }).inputValue();
    await dialog.getByRole('button', { name: t('people:link.send') }).click();
    await shown(page.getByText(t('people:link.sent')));
    const mail = await mailTo(email, name);
    expect(mail.text).toContain(link);
    expect(mail.subject).toContain('ಆಹ್ವಾನ');

    const guest = await openVisitor();
    await guest.page.goto('/admin-login');
    await guest.page.getByRole('button', { name: t('admin:forgotten.question') }).click();
    await guest.page.getByRole('textbox', { name: t('admin:forgotten.account') }).fill(email);
    await guest.page.getByRole('button', { name: t('admin:forgotten.action') }).click();
    await shown(guest.page.getByText(t('admin:forgotten.sent')));
  },
);
