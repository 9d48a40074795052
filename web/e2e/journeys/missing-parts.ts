import type { Page } from '@playwright/test';
import { menuButton } from '../pages/account-menu.ts';
import { becomes, shown } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';
import type { Watch } from '../support/watch.ts';

const MENU = /\/assets\/menu-parts-.*\.js$/;

/** Has the server say that the menu's part is gone, as after an update, until `isThere`. */
const removeMenu = async (page: Page, watch: Watch, isThere: () => boolean): Promise<void> => {
  watch.allow(404, '/assets/menu-parts-');
  await page.route(MENU, (route) =>
    isThere() ? route.continue() : route.fulfill({ status: 404, body: '' }),
  );
};

/** Problems of the missing part itself are expected. */
const forget = ({ problems }: Watch): void => {
  const others = problems.filter((problem) => !/dynamically imported module/.test(problem));
  problems.splice(0, problems.length, ...others);
};

journey(
  'a part that is gone: the page reloads once, keeps what was typed, and says so if that does not help',
  { as: 'admin' },
  async ({ page, t, watch }) => {
    let loads = 0;
    let isThere = false;
    await removeMenu(page, watch, () => isThere);
    page.on('load', () => (loads += 1));
    await page.goto('/dns-checker');
    await page.getByLabel(t('dns:domain')).fill('typed.example');
    await menuButton({ page, t }).click();
    await becomes(() => loads, 2, 'loads of the page');
    await expect(page.getByLabel(t('dns:domain'))).toHaveValue('typed.example');
    await menuButton({ page, t }).click();
    await shown(page.getByRole('heading', { name: t('common:missingPart.title') }));
    await shown(page.getByText(t('common:missingPart.hint')));
    expect(loads, 'loads of the page').toEqual(2);
    isThere = true;
    await page.getByRole('button', { name: t('common:crash.reload') }).click();
    await expect(page.getByLabel(t('dns:domain'))).toHaveValue('typed.example');
    await menuButton({ page, t }).click();
    await shown(page.getByRole('menuitem'));
    await page.keyboard.press('Escape');
    // The form works with what was kept.
    await page.getByLabel(t('dns:domain')).press('End');
    await page.keyboard.type('.invalid');
    await expect(page.getByLabel(t('dns:domain'))).toHaveValue('typed.example.invalid');
    forget(watch);
  },
);

journey('a page whose program is gone is loaded again, once', {}, async ({ page, t, watch }) => {
  let asked = 0;
  watch.allow(404, '/assets/index-');
  await page.route(/\/assets\/index-.*\.js$/, (route) => {
    asked += 1;
    return asked === 1 ? route.fulfill({ status: 404, body: '' }) : route.continue();
  });
  await page.goto('/no/such/page');
  await shown(page.getByRole('link', { name: t('notFound:home') }));
  await becomes(() => asked, 2, 'requests for the program');
});
