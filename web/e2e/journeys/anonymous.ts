import { gone, shown } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';

const screens = [
  '/app',
  '/app?disease=0123456789abcdef01234567&tab=notes',
  '/app/add-disease',
  '/add-disease',
  '/app/add-treatment/0123456789abcdef01234567',
  '/app/sheet/0123456789abcdef01234567',
  '/trends',
  '/app/trends',
  '/analytics',
  '/app/analytics',
  '/admin-audit',
  '/admin-trash',
  '/admin-operations',
  '/admin-dead-letters',
  '/deployment',
  '/domain-setup',
  '/dns-checker',
  '/admin-pricing',
  '/admin-orders',
  '/admin-colors',
  '/admin-transfer',
  '/admin-people',
  '/admin-sessions',
];
const data =
  /^\/api\/(diseases|treatments|colors|favorites|recent|trends|analytics|trash|orders|admin\/pricing\/changes|audit|operations|dead-letters|deployments?|releases|dns|people|sessions)/;

journey(
  'without access: every screen says how to get it',
  { language: 'kn' },
  async ({ page, t }) => {
    const answered: string[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (data.test(pathname) && response.ok()) answered.push(pathname);
    });
    for (const path of screens) {
      await page.goto(path);
      const main = page.getByRole('main');
      await shown(
        main.getByText(t('gate:title')),
        main.getByRole('link', { name: t('gate:admin') }),
      );
      await gone(page.getByRole('alert'));
    }
    await page
      .getByRole('main')
      .getByRole('link', { name: t('gate:admin') })
      .click();
    await page.waitForURL('**/admin-login');
    expect(answered, 'data given to a visitor without access').toEqual([]);
  },
);
