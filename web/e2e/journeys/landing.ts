import { bilingualTexts, languageNames } from '../../src/i18n/bilingual.ts';
import { becomes, gone, shown } from '../support/expect.ts';
import { expect, inBothLanguages, journey, test } from '../support/fixtures.ts';
import { textsIn } from '../support/texts.ts';

const title = { en: 'Color Therapy Database', kn: 'ಬಣ್ಣ ಚಿಕಿತ್ಸೆ ದತ್ತಸಂಚಯ' };

inBothLanguages('landing: title and the free way in', {}, async ({ page, t, language }) => {
  await page.goto('/');
  await becomes(() => page.title(), title[language], 'title of the tab');
  await shown(page.getByRole('banner').getByText(title[language]));
  const wayIn = page.getByRole('main').getByRole('link', { name: t('landing:admin.action') });
  await shown(wayIn.getByText(t('landing:admin.free'), { exact: true }));
  await wayIn.click();
  await page.waitForURL('**/admin-login');
  await shown(page.getByRole('heading', { level: 1, name: t('admin:login.title') }));
});

test('landing: the words of the specification in English', async ({ page }) => {
  await page.goto('/');
  await shown(page.getByRole('main').getByRole('link', { name: 'Admin Login FREE' }));
  // Without its settings no testimonial is shown.
  await gone(page.getByRole('blockquote'));
});

test('every script and style of the page carries a hash in its name', async ({ page }) => {
  await page.goto('/');
  const files = page.locator('script[src], link[rel="stylesheet"], link[rel="modulepreload"]');
  const paths = await files.evaluateAll((all) =>
    all.map((one) => one.getAttribute('src') ?? one.getAttribute('href') ?? ''),
  );
  // A page that is open while releases are switched must not get a file of another one.
  expect(paths.length >= 3, 'there are some').toEqual(true);
  const unhashed = paths
    // Files that are preloaded later have an absolute URL.
    .map((path) => new URL(path, page.url()).pathname)
    .filter((path) => !/^\/assets\/[\w-]+-[\w-]{8}\.(js|css)$/.test(path));
  expect(unhashed, 'files whose names stay the same').toEqual([]);
});

inBothLanguages(
  'landing: samples of the registry, and its pictures in the language and theme',
  { theme: 'dark', tag: '@samples' },
  async ({ page, t, language }) => {
    await page.goto('/');
    const inside = page.getByRole('region', { name: t('landing:inside.title') });
    const cards = inside.getByRole('listitem');
    await becomes(() => cards.count(), 3, 'samples');
    await shown(
      cards.first().locator('[lang=en]').getByText('Asthma'),
      cards.first().locator('[lang=kn]').getByText('ಅಸ್ತಮಾ'),
      cards.first().getByText(t('vocabulary:color.blue')),
    );
    for (const view of ['registry', 'treatment'] as const) {
      const picture = inside.getByRole('img', { name: t(`landing:inside.${view}.picture`) });
      await picture.scrollIntoViewIfNeeded();
      const loaded = () =>
        picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
      await becomes(loaded, true, `picture of the ${view}`);
      const source = await picture.getAttribute('src');
      expect(source).toEqual(`/pictures/${view}-${language}-dark.webp`);
    }
  },
);

journey('landing: care statement in both languages', { language: 'kn' }, async ({ page }) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  await shown(footer.getByText(bilingualTexts.care.en), footer.getByText(bilingualTexts.care.kn));
});

inBothLanguages('unknown path: 404 page', {}, async ({ page, t }) => {
  await page.goto('/no/such/page');
  await shown(
    page.getByRole('heading', { level: 1, name: t('notFound:title') }),
    page.getByText(t('notFound:hint')),
  );
  await page
    .getByRole('main')
    .getByRole('link', { name: t('notFound:home') })
    .click();
  await page.waitForURL((url) => url.pathname === '/');
});

test('unknown path: the words of the specification', async ({ page }) => {
  await page.goto('/no-such-page');
  await shown(
    page.getByRole('heading', { name: '404 Page Not Found' }),
    page.getByText('Did you forget to add the page to the router?'),
  );
});

test('language: the toggle switches everything and is kept', async ({ page }) => {
  const [en, kn] = [textsIn('en'), textsIn('kn')];
  const root = page.locator('html');
  await page.goto('/');
  expect(await root.getAttribute('lang'), 'language of the page').toEqual('en');
  await page.getByRole('button', { name: languageNames.kn }).click();
  await shown(page.getByRole('heading', { name: kn('landing:features.title') }));
  await gone(page.getByText(en('landing:lead')));
  expect(await root.getAttribute('lang'), 'language of the page').toEqual('kn');
  await becomes(() => page.title(), title.kn, 'title of the tab');
  expect(await page.evaluate(() => localStorage.getItem('language')), 'what is stored').toEqual(
    'kn',
  );

  await page.reload();
  await shown(page.getByRole('heading', { name: kn('landing:features.title') }));
  await page.getByRole('link', { name: kn('landing:admin.action') }).click();
  await shown(page.getByRole('heading', { name: kn('admin:login.title') }));
  await page.getByRole('button', { name: languageNames.en }).click();
  await shown(page.getByRole('heading', { name: 'Admin Login' }));
  expect(await page.evaluate(() => localStorage.getItem('language')), 'what is stored').toEqual(
    'en',
  );
});
