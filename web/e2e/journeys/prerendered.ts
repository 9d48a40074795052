import { bilingualTexts } from '../../src/i18n/bilingual.ts';
import { becomes, shown } from '../support/expect.ts';
import { expect, inBothLanguages, test } from '../support/fixtures.ts';
import { settings } from '../support/settings.ts';
import { type Language, textsIn } from '../support/texts.ts';

const paths = ['/', '/hourly-access', '/subscribe', '/payment', '/admin-login', '/no-such-page'];

/** Runs in the page: notes each heading that is painted, and keeps the first element. */
const recordHeadings = (): void => {
  const headings: string[] = [];
  Object.assign(window, { headings });
  const record = () => {
    const heading = document.querySelector('h1');
    const isPainted = heading?.checkVisibility({ visibilityProperty: true });
    const text = isPainted ? heading?.innerText : undefined;
    if (text !== undefined && headings.at(-1) !== text) headings.push(text);
    if (heading && !('firstHeading' in window)) Object.assign(window, { firstHeading: heading });
    requestAnimationFrame(record);
  };
  requestAnimationFrame(record);
};

inBothLanguages('prerendered pages: taken over without a flash', {}, async ({ page, t }) => {
  await page.addInitScript(recordHeadings);
  for (const path of paths) {
    await page.goto(path);
    // The name of the other language: what is interactive is there.
    await shown(page.getByRole('banner').getByRole('button', { name: t('common:theme.label') }));
    await page.waitForLoadState('networkidle');
    const headings = await page.evaluate(() => Reflect.get(window, 'headings') as string[]);
    expect(headings, `headings of ${path}`).toHaveLength(1);
    const isKept = await page.evaluate(
      () => Reflect.get(window, 'firstHeading') === document.querySelector('h1'),
    );
    expect(isKept, `${path} keeps the heading that was prerendered`).toEqual(true);
  }
});

test('prerendered pages: a stored language without its cookie shows no other one', async ({
  page,
  context,
}) => {
  await context.addInitScript(() => localStorage.setItem('language', 'kn'));
  await page.addInitScript(recordHeadings);
  await page.goto('/admin-login');
  const title = textsIn('kn')('admin:login.title');
  await shown(page.getByRole('heading', { level: 1, name: title }));
  const headings = await page.evaluate(() => Reflect.get(window, 'headings') as string[]);
  expect(headings, 'headings').toEqual([title]);
  const cookies = await context.cookies();
  expect(cookies.find(({ name }) => name === 'language')?.value, 'cookie').toEqual('kn');
});

test('prerendered pages: the toggle chooses the language of the next page', async ({
  page,
  context,
}) => {
  await page.goto('/admin-login');
  await page.getByRole('button', { name: 'ಕನ್ನಡ' }).click();
  const language = async () =>
    (await context.cookies()).find(({ name }) => name === 'language')?.value;
  await becomes(language, 'kn', 'cookie');
  const html = await (await context.request.get('/admin-login')).text();
  expect(html).toContain(textsIn('kn')('admin:login.note'));
});

interface Visit {
  title: string;
  language: Language;
  cookie?: Language;
  locale?: string;
}

const visits: Visit[] = [
  { title: 'the cookie', language: 'kn', cookie: 'kn' },
  { title: 'the cookie', language: 'en', cookie: 'en', locale: 'kn-IN' },
  { title: 'the browser', language: 'kn', locale: 'kn-IN' },
  { title: 'nothing', language: 'en' },
];

for (const { title, language, cookie, locale } of visits)
  test(`prerendered pages: without JavaScript, in the language of ${title} · ${language}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      ...(locale && { locale }),
    });
    if (cookie)
      await context.addCookies([{ name: 'language', value: cookie, url: settings.baseUrl }]);
    const page = await context.newPage();
    await page.goto('/');
    const t = textsIn(language);
    await shown(
      page.getByRole('heading', { name: t('landing:features.title') }),
      page.getByText(t('landing:lead')),
      page.getByText(bilingualTexts.sentence.kn),
      page.getByRole('link', { name: `${t('landing:hourly.action')} $9.99` }),
    );
    expect(await page.locator('html').getAttribute('lang')).toEqual(language);
    await context.close();
  });
