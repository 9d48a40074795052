import type { Page } from 'playwright-core';
import { becomes, gone, holds, same, shown } from '../harness/checks.ts';
import { inBothLanguages, test } from '../harness/collection.ts';
import { registry } from '../pages/registry.ts';

const untouched = { as: 'admin', phase: 'untouched' } as const;

/** Search words of the registry's calls, in their order. */
const searchesOf = (page: Page): string[] => {
  const searches: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const search = searchParams.get('search');
    if (pathname === '/api/diseases' && search !== null) searches.push(search);
  });
  return searches;
};

inBothLanguages('search: a category limits the list', untouched, async (stage) => {
  const { page, t } = stage;
  const { panel, category, rows, names } = registry(stage);
  await page.goto('/app');
  same(await category.inputValue(), 'All', 'category at first');
  await shown(rows);
  await category.selectOption('Metabolic');
  await shown(panel.getByText(t('registry:list.count', { count: 2 }), { exact: true }));
  same((await names()).toSorted(), ['Hypothyroidism', 'Type 2 Diabetes'], 'metabolic diseases');
  await category.selectOption('All');
  await shown(panel.getByText(t('registry:list.count', { count: 24 })));
});

inBothLanguages(
  'search: back to page 1 with another category or word',
  untouched,
  async (stage) => {
    const { page } = stage;
    const { search, category, next, position, rows } = registry(stage);
    await page.goto('/app');
    await next.click();
    await shown(position(2, 3));
    await category.selectOption('Skin');
    await becomes(() => rows.count(), 3, 'skin diseases');
    same(new URL(page.url()).searchParams.get('page'), null, 'page in the address');

    await page.goto('/app?page=3');
    await shown(position(3, 3));
    await search.fill('asthma');
    await becomes(() => new URL(page.url()).search, '?search=asthma', 'address');
  },
);

test('search: after a pause of 250 ms, without the button', untouched, async (stage) => {
  const { page } = stage;
  const { search, rows, names } = registry(stage);
  const searches = searchesOf(page);
  await page.goto('/app');
  await shown(rows);
  await page.clock.pauseAt(Date.now() + 1_000);
  await search.fill('diab');
  await page.clock.runFor(200);
  await search.fill('diabetes');
  await page.clock.runFor(245);
  same(searches, [], 'searches while typing');
  await page.clock.runFor(10);
  await becomes(() => searches, ['diabetes'], 'searches after the pause');
  await page.clock.resume();
  await becomes(async () => (await names())[0], 'Type 2 Diabetes', 'first match');
});

test('search: the Filter button and Enter search at once', untouched, async (stage) => {
  const { page } = stage;
  const { search, filter, rows } = registry(stage);
  const searches = searchesOf(page);
  await page.goto('/app');
  await shown(rows);
  await page.clock.pauseAt(Date.now() + 1_000);
  await search.fill('eczema');
  await filter.click();
  await becomes(() => searches, ['eczema'], 'searches after the button');
  await search.fill('acne');
  await search.press('Enter');
  await becomes(() => searches, ['eczema', 'acne'], 'searches after Enter');
  await page.clock.runFor(1_000);
  same(searches, ['eczema', 'acne'], 'searches later on');
});

const found: [words: string, first: string][] = [
  ['Diabetes', 'Type 2 Diabetes'],
  ['diabtes', 'Type 2 Diabetes'],
  ['madhumeha', 'Type 2 Diabetes'],
  ['ಮಧು', 'Type 2 Diabetes'],
  ['ಅಸ್ತ', 'Asthma'],
  ['asth', 'Asthma'],
];
inBothLanguages('search: typos, romanised Kannada, prefixes', untouched, async (stage) => {
  const { page } = stage;
  const { search, names, rows } = registry(stage);
  await page.goto('/app');
  await shown(rows);
  for (const [words, first] of found) {
    await search.fill('');
    await becomes(async () => (await names()).length, 10, 'rows without a search');
    await search.fill(words);
    await becomes(async () => (await names()).includes(first), true, `${words} finds ${first}`);
    await becomes(async () => (await names()).length < 10, true, `${words} is a limit`);
    same((await names())[0], first, `first match of ${words}`);
  }
});

inBothLanguages('search: nothing found, and the way out', untouched, async (stage) => {
  const { page, t } = stage;
  const { panel, search, rows } = registry(stage);
  await page.goto('/app');
  await search.fill('qqqqqqqqqqqq');
  await shown(panel.getByText(t('registry:list.none'), { exact: true }));
  await gone(page.getByRole('article'));
  await panel.getByRole('button', { name: t('registry:filter.clear') }).click();
  await becomes(() => rows.count(), 10, 'rows after clearing');
  same(await search.inputValue(), '', 'search box after clearing');
});

test('search: the words of the specification', untouched, async (stage) => {
  const { page } = stage;
  await page.goto('/app');
  await shown(
    page.getByPlaceholder('Search diseases...'),
    page.getByRole('heading', { name: 'Disease Registry' }),
    page.getByRole('button', { name: 'Filter', exact: true }),
  );
  const all = page.getByRole('combobox').locator('option:checked');
  same(await all.innerText(), 'All Categories', 'category at first');
  await page.getByRole('searchbox').fill('qqqqqqqqqqqq');
  await shown(page.getByText('No diseases found', { exact: true }));
});

test('search: hard words are only words', untouched, async (stage) => {
  const { page, t } = stage;
  const { panel, search, rows } = registry(stage);
  await page.goto('/app');
  await shown(rows);
  for (const words of ['.*', '{"$ne":null}', '(((', '%00', '<b>x</b>', "'; --"]) {
    await search.fill(words);
    await search.press('Enter');
    await becomes(() => new URL(page.url()).searchParams.get('search'), words, 'address');
    await becomes(() => panel.getAttribute('aria-busy'), 'false', 'list is busy');
    await gone(panel.getByText(t('registry:list.failed')));
    holds(!(await page.content()).includes('<b>x</b>'), 'the search became markup');
  }
});

inBothLanguages('registry: says while it loads, and when it fails', untouched, async (stage) => {
  const { page, t, watch } = stage;
  const { panel, rows } = registry(stage);
  watch.allow(503, '/api/diseases');
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let calls = 0;
  await page.route('**/api/diseases?**', async (route) => {
    calls += 1;
    if (calls > 1) return route.continue();
    await held;
    const problem = { code: 'SERVICE_UNAVAILABLE', status: 503, params: { retryAfterSeconds: 2 } };
    return route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      headers: { 'Retry-After': '2' },
      body: JSON.stringify(problem),
    });
  });
  await page.goto('/app');
  await panel.getByText(t('registry:list.loading')).waitFor({ state: 'attached' });
  release();
  await shown(panel.getByRole('alert').getByText(t('registry:list.failed')));
  same(calls, 1, 'calls without being asked to try again');
  await panel.getByRole('button', { name: t('common:action.retry') }).click();
  await becomes(() => rows.count(), 10, 'rows after another try');
});
