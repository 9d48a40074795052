import type { Page } from '@playwright/test';
import { becomes, shown } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';
import type { Texts } from '../support/texts.ts';

type Choice = 'light' | 'dark' | 'system';

const choose = async (page: Page, t: Texts, theme: Choice): Promise<void> => {
  await page.getByRole('button', { name: t('common:theme.label') }).click();
  await page.getByRole('menuitemradio', { name: t(`common:theme.${theme}`) }).click();
};

const drawn = (page: Page): Promise<string | null> =>
  page.locator('html').getAttribute('data-theme');
const stored = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('theme'));
const paper = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor);

journey('theme: light, dark and as the device has it', { language: 'kn' }, async ({ page, t }) => {
  await page.goto('/');
  expect(await drawn(page), 'theme of a first visit').toEqual('light');
  const lightPaper = await paper(page);

  await choose(page, t, 'dark');
  await becomes(() => drawn(page), 'dark', 'theme after choosing dark');
  expect(await stored(page), 'what is stored').toEqual('dark');
  await becomes(async () => (await paper(page)) !== lightPaper, true, 'the paper is another');

  await choose(page, t, 'system');
  await becomes(() => drawn(page), 'light', 'theme of a light device');
  expect(await stored(page), 'what is stored').toEqual('system');
  await page.emulateMedia({ colorScheme: 'dark' });
  await becomes(() => drawn(page), 'dark', 'theme of a device that turned dark');

  await choose(page, t, 'light');
  await becomes(() => drawn(page), 'light', 'theme after choosing light');
  expect(await stored(page), 'what is stored').toEqual('light');
});

journey('theme: dark from the very first paint', { theme: 'dark' }, async ({ page }) => {
  await page.addInitScript(() => {
    const themes: string[] = [];
    Object.assign(window, { themes });
    const recordTheme = () => {
      // Nothing is painted before there is a body.
      const theme = document.documentElement.dataset['theme'] ?? 'none';
      if (document.querySelector('body') && themes.at(-1) !== theme) themes.push(theme);
    };
    new MutationObserver(recordTheme).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
    });
  });
  await page.goto('/');
  await shown(page.getByRole('main'));
  const themes = await page.evaluate(() => Reflect.get(window, 'themes') as string[]);
  expect(themes, 'themes during the page load').toEqual(['dark']);
});

journey('theme: the switch is in every header', { as: 'admin' }, async ({ page, t }) => {
  for (const path of ['/', '/admin-login', '/app', '/trends', '/analytics', '/nowhere']) {
    await page.goto(path);
    await shown(page.getByRole('banner').getByRole('button', { name: t('common:theme.label') }));
  }
});
