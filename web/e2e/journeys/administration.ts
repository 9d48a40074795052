import { sections } from '../pages/navigation.ts';
import { registry } from '../pages/registry.ts';
import { becomes, gone, shown } from '../support/expect.ts';
import { expect, journey, type Visitor } from '../support/fixtures.ts';

const places = [
  ['patients', '/patients'],
  ['trends', '/trends'],
  ['orders', '/admin-orders'],
  ['pricing', '/admin-pricing'],
  ['people', '/admin-people'],
  ['transfer', '/admin-transfer'],
  ['colors', '/admin-colors'],
  ['status', '/admin-operations', ['/admin-dead-letters']],
  ['backups', '/admin-backup', ['/admin-images']],
  ['domain', '/domain-setup', ['/dns-checker', '/deployment']],
  ['audit', '/admin-audit'],
  ['trash', '/admin-trash'],
] as const;

/** Goes to sections by the list of all, and to the other pages of each. */
const visit = async (
  visitor: Visitor,
  isFolded: boolean,
  chosen: readonly (typeof places)[number][] = places,
): Promise<void> => {
  const { page, t } = visitor;
  const { link, more, list, pages } = sections(visitor);
  // Also behind the open list.
  const title = page.locator('h1');
  const go = async (to: ReturnType<typeof link>, path: string): Promise<void> => {
    const before = await title.innerText();
    await to.click();
    await page.waitForURL(`**${path}`);
    await becomes(async () => (await title.innerText()) !== before, true, `${path} is shown`);
  };
  for (const [name, path, others = []] of chosen) {
    if (page.url().endsWith(path)) continue;
    if (isFolded) await more.click();
    await go(link(t(`shell:name.${name}`)), path);
    if (isFolded) await gone(list);
    else await expect(link(t(`shell:name.${name}`))).toHaveAttribute('aria-current', 'page');
    for (const other of others) await go(pages.and(page.locator(`[href="${other}"]`)), other);
  }
};

journey(
  'administration: every screen is reached on a wide screen',
  { as: 'admin', viewport: { width: 1440, height: 900 } },
  async ({ visitor, page, t }) => {
    await page.goto('/patients');
    const header = page.getByRole('banner');
    // A full page load clears global variables.
    await page.evaluate(() => Object.assign(window, { leftBehind: true }));
    const isKept = () => page.evaluate(() => Reflect.has(window, 'leftBehind'));
    await header.getByRole('link', { name: t('common:header.pricing') }).click();
    await page.waitForURL('**/admin-pricing');
    await shown(page.getByRole('heading', { level: 1, name: t('billing:pricing.title') }));
    expect(await isKept(), 'the window was kept').toEqual(true);
    await visit(visitor, false);

    // Nothing moves under the pointer of a double click.
    await header.getByRole('button', { name: t('common:header.newEntry') }).dblclick();
    await page.waitForURL('**/app/add-disease');
    await shown(page.getByRole('heading', { level: 1, name: t('forms:form.newTitle') }));

    await header.getByRole('link', { name: t('common:header.dashboard') }).click();
    await page.waitForURL('**/app');
    await shown(registry(visitor).panel);
    expect(await isKept(), 'the window was kept').toEqual(false);
    await header.getByRole('link').first().click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByRole('link', { name: t('landing:continue') }).click();
    await page.waitForURL('**/app');
  },
);

journey(
  'administration: its screens are reached on a phone, by the bar below and its list',
  { as: 'admin', viewport: { width: 360, height: 740 } },
  async ({ visitor, page, t }) => {
    await page.goto('/trends');
    const bar = page.getByRole('navigation', { name: t('common:header.pages'), exact: true });
    await visit(visitor, true, places.slice(-3));
    await bar.getByRole('link', { name: t('shell:name.patients') }).click();
    await page.waitForURL('**/patients');
    await bar.getByRole('button', { name: t('common:header.newEntry') }).click();
    await page.waitForURL('**/app/add-disease');
  },
);
