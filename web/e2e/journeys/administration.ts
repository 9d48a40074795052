import { openMenu } from '../pages/account-menu.ts';
import { registry } from '../pages/registry.ts';
import { becomes, shown } from '../support/expect.ts';
import { expect, journey, type Visitor } from '../support/fixtures.ts';

const places = [
  ['operations', '/admin-operations'],
  ['deployment', '/deployment'],
  ['domainSetup', '/domain-setup'],
  ['dnsChecker', '/dns-checker'],
  ['transfer', '/admin-transfer'],
  ['backup', '/admin-backup'],
  ['images', '/admin-images'],
  ['colors', '/admin-colors'],
  ['audit', '/admin-audit'],
  ['deadLetters', '/admin-dead-letters'],
  ['pricing', '/admin-pricing'],
  ['orders', '/admin-orders'],
  ['people', '/admin-people'],
] as const;

/** Goes to screens of the administration by its list, which is folded where it has little room. */
const visit = async (
  { page, t }: Visitor,
  isFolded: boolean,
  chosen: readonly (typeof places)[number][] = places,
): Promise<void> => {
  const nav = page.getByRole('navigation', { name: t('ops:nav.label') });
  const title = page.getByRole('heading', { level: 1 });
  for (const [name, path] of chosen.filter(([, place]) => !page.url().endsWith(place))) {
    const before = await title.innerText();
    if (isFolded) await nav.locator('summary').click();
    // The link to the orders also names the number of refund requests.
    await nav.getByRole('link', { name: new RegExp(`^${t(`ops:nav.${name}`)}(:|$)`) }).click();
    await page.waitForURL(`**${path}`);
    // The list folds when the screen arrives.
    await becomes(async () => (await title.innerText()) !== before, true, `${name} is shown`);
  }
};

journey(
  'administration: every screen is reached on a wide screen',
  { as: 'admin', viewport: { width: 1440, height: 900 } },
  async ({ visitor, page, t }) => {
    await page.goto('/trends');
    const header = page.getByRole('banner');
    await shown(
      header.getByText(t('common:header.badge'), { exact: true }),
      header.getByRole('button', { name: t('common:theme.label') }),
    );
    // A full page load clears global variables.
    await page.evaluate(() => Object.assign(window, { leftBehind: true }));
    const isKept = () => page.evaluate(() => Reflect.has(window, 'leftBehind'));
    await header.getByRole('link', { name: t('common:header.pricing') }).click();
    await page.waitForURL('**/admin-pricing');
    expect(await isKept(), 'the window was kept').toEqual(true);
    await visit(visitor, false);

    await header.getByRole('link', { name: t('common:header.dashboard') }).click();
    await page.waitForURL('**/app');
    await shown(registry(visitor).panel);
    expect(await isKept(), 'the window was kept').toEqual(false);
    await header.getByRole('link').first().click();
    await page.waitForURL((url) => url.pathname === '/');
  },
);

journey(
  'administration: its screens are reached on a phone, where their list is folded',
  { as: 'admin', viewport: { width: 360, height: 740 } },
  async ({ visitor, page, t }) => {
    await page.goto('/trends');
    await openMenu(visitor);
    await page.getByRole('menuitem', { name: t('common:header.operations') }).click();
    await page.waitForURL('**/admin-operations');
    await shown(page.getByRole('heading', { name: t('operations:process.title') }));
    await visit(visitor, true, places.slice(-3));
  },
);
