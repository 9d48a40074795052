import { languageNames } from '../../src/i18n/bilingual.ts';
import { becomes, gone, shown } from '../support/expect.ts';
import { expect, journey, test } from '../support/fixtures.ts';
import { type Language, textsIn } from '../support/texts.ts';

const titles = { en: 'Color Therapy Database', kn: 'ಬಣ್ಣ ಚಿಕಿತ್ಸೆ ದತ್ತಸಂಚಯ' };

test('language: the toggle switches everything, is kept, and chooses the next page', async ({
  page,
  context,
}) => {
  const [en, kn] = [textsIn('en'), textsIn('kn')];
  const isIn = async (language: Language) => {
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    // A deployment puts its name after it.
    await expect(page).toHaveTitle(new RegExp(`^${titles[language]}`));
    await shown(page.getByRole('banner').getByText(titles[language]));
  };
  await page.goto('/');
  await isIn('en');
  await page.getByRole('button', { name: languageNames.kn }).click();
  await shown(page.getByRole('heading', { name: kn('landing:features.title') }));
  await gone(page.getByText(en('landing:lead')));
  await isIn('kn');
  const cookie = async () =>
    (await context.cookies()).find(({ name }) => name === 'language')?.value;
  await becomes(cookie, 'kn', 'cookie');
  const next = await (await context.request.get('/admin-login')).text();
  expect(next, 'the page that the server sends').toContain(kn('admin:login.note'));

  await page.reload();
  const wayIn = page.getByRole('main').getByRole('link', { name: kn('landing:admin.action') });
  await shown(wayIn.getByText(kn('landing:admin.free'), { exact: true }));
  await wayIn.click();
  await page.waitForURL('**/admin-login');
  await shown(page.getByRole('heading', { level: 1, name: kn('admin:login.title') }));
  await page.getByRole('button', { name: languageNames.en }).click();
  await shown(page.getByRole('heading', { name: 'Admin Login' }));
  const stored = await page.evaluate(() => localStorage.getItem('language'));
  expect(stored, 'what is stored').toEqual('en');
});

journey(
  'landing: samples of the registry, and its pictures in the language and theme',
  { theme: 'dark' },
  async ({ page, t, language }) => {
    await page.goto('/');
    // Without its settings no testimonial is shown.
    await gone(page.getByRole('blockquote'));
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
      const isLoaded = () =>
        picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
      await becomes(isLoaded, true, `picture of the ${view}`);
      expect(await picture.getAttribute('src')).toEqual(`/pictures/${view}-${language}-dark.webp`);
    }
  },
);
