import { bilingualTexts } from '../../src/i18n/bilingual.ts';
import { shown } from '../support/expect.ts';
import { expect, journey, test } from '../support/fixtures.ts';
import { textsIn } from '../support/texts.ts';

const paths = '/ /hourly-access /subscribe /payment /admin-login /terms /no-such-page'.split(' ');

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

journey(
  'prerendered pages: taken over without a flash, with files that no other release has',
  {},
  async ({ page, t, watch }) => {
    await page.addInitScript(recordHeadings);
    for (const path of paths) {
      await page.goto(path);
      // What is interactive is there.
      await shown(page.getByRole('banner').getByRole('button', { name: t('common:theme.label') }));
      await watch.settled();
      const headings = await page.evaluate(() => Reflect.get(window, 'headings') as string[]);
      expect(headings, `headings of ${path}`).toHaveLength(1);
      const isKept = await page.evaluate(
        () => Reflect.get(window, 'firstHeading') === document.querySelector('h1'),
      );
      expect(isKept, `${path} keeps the heading that was prerendered`).toEqual(true);
    }
    // A page that is open while releases are switched must not get a file of another one.
    const files = page.locator('script[src], link[rel="stylesheet"], link[rel="modulepreload"]');
    const names = await files.evaluateAll((all) =>
      all.map((one) => one.getAttribute('src') ?? one.getAttribute('href') ?? ''),
    );
    expect(names.length >= 3, 'there are some').toEqual(true);
    const unhashed = names
      // Files that are preloaded later have an absolute URL.
      .map((name) => new URL(name, page.url()).pathname)
      .filter((name) => !/^\/assets\/[\w-]+-[\w-]{8}\.(js|css)$/.test(name));
    expect(unhashed, 'files whose names stay the same').toEqual([]);
  },
);

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

// Which language a page has, by cookie and browser: gateway/test/pages.test.ts.
test('prerendered pages: without JavaScript, in the language of the browser', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'kn-IN' });
  const page = await context.newPage();
  await page.goto('/');
  const t = textsIn('kn');
  await shown(
    page.getByRole('heading', { name: t('landing:features.title') }),
    page.getByText(t('landing:lead')),
    page.getByText(bilingualTexts.sentence.kn),
    page.getByRole('link', { name: `${t('landing:hourly.action')} $9.99` }),
  );
  await context.close();
});
