import type { Page } from '@playwright/test';
import { becomes, shown } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';

const drawn = (page: Page) => page.locator('html').getAttribute('data-theme');
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('theme'));
const paper = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

/** Runs in the page: notes each theme that is painted. */
const recordThemes = (): void => {
  const themes: string[] = [];
  Object.assign(window, { themes });
  const record = () => {
    // Nothing is painted before there is a body.
    const theme = document.documentElement.dataset['theme'] ?? 'none';
    if (document.querySelector('body') && themes.at(-1) !== theme) themes.push(theme);
  };
  new MutationObserver(record).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
  });
};

journey(
  'theme: light, dark from the very first paint, and as the device has it',
  {},
  async ({ page, t }) => {
    const choose = async (theme: 'light' | 'dark' | 'system', name: string): Promise<void> => {
      await page.getByRole('button', { name: t('common:theme.label') }).click();
      await page.getByRole('menuitemradio', { name: t(`common:theme.${theme}`) }).click();
      await becomes(() => drawn(page), name, `theme after choosing ${theme}`);
      expect(await stored(page), 'what is stored').toEqual(theme);
    };
    await page.addInitScript(recordThemes);
    await page.goto('/');
    expect(await drawn(page), 'theme of a first visit').toEqual('light');
    const lightPaper = await paper(page);
    await choose('dark', 'dark');
    await becomes(async () => (await paper(page)) !== lightPaper, true, 'the paper is another');
    await page.reload();
    await shown(page.getByRole('main'));
    const themes = await page.evaluate(() => Reflect.get(window, 'themes') as string[]);
    expect(themes, 'themes during the page load').toEqual(['dark']);

    await choose('system', 'light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await becomes(() => drawn(page), 'dark', 'theme of a device that turned dark');
    await choose('light', 'light');
  },
);
