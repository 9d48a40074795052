import type { Page } from '@playwright/test';
import { registry } from '../pages/registry.ts';
import { becomes, gone, shown } from '../support/expect.ts';
import { expect, inBothLanguages, journey } from '../support/fixtures.ts';

const untouched = { as: 'admin', tag: '@samples' } as const;

/** Search words of the registry's calls, in their order. */
const recordSearches = (page: Page): string[] => {
  const searches: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const search = searchParams.get('search');
    if (pathname === '/api/diseases' && search !== null) searches.push(search);
  });
  return searches;
};

journey('search: a category limits the list', untouched, async ({ visitor, page, t }) => {
  const { panel, category, rows, names } = registry(visitor);
  await page.goto('/app');
  expect(await category.inputValue(), 'category at first').toEqual('All');
  await shown(rows);
  await category.selectOption('Metabolic');
  await shown(panel.getByText(t('registry:list.count', { count: 2 }), { exact: true }));
  expect((await names()).toSorted(), 'metabolic diseases').toEqual([
    'Hypothyroidism',
    'Type 2 Diabetes',
  ]);
  await category.selectOption('All');
  await shown(panel.getByText(t('registry:list.count', { count: 24 })));
});

journey(
  'search: back to page 1 with another category or word',
  { ...untouched, language: 'kn' },
  async ({ visitor, page }) => {
    const { search, category, next, position, rows } = registry(visitor);
    await page.goto('/app');
    await next.click();
    await shown(position(2, 3));
    await category.selectOption('Skin');
    await becomes(() => rows.count(), 3, 'skin diseases');
    expect(new URL(page.url()).searchParams.get('page'), 'page in the URL').toEqual(null);

    await page.goto('/app?page=3');
    await shown(position(3, 3));
    await search.fill('asthma');
    await becomes(() => new URL(page.url()).search, '?search=asthma', 'query of the URL');
  },
);

journey(
  'search: after a pause of 250 ms, without the button',
  untouched,
  async ({ visitor, page }) => {
    const { search, rows, names } = registry(visitor);
    const searches = recordSearches(page);
    await page.goto('/app');
    await shown(rows);
    await page.clock.pauseAt(Date.now() + 1_000);
    await search.fill('diab');
    await page.clock.runFor(200);
    await search.fill('diabetes');
    await page.clock.runFor(245);
    expect(searches, 'searches while typing').toEqual([]);
    await page.clock.runFor(10);
    await becomes(() => searches, ['diabetes'], 'searches after the pause');
    await page.clock.resume();
    await becomes(async () => (await names())[0], 'Type 2 Diabetes', 'first match');
  },
);

journey(
  'search: the Filter button and Enter search at once',
  untouched,
  async ({ visitor, page }) => {
    const { search, filter, rows } = registry(visitor);
    const searches = recordSearches(page);
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
    expect(searches, 'searches later on').toEqual(['eczema', 'acne']);
  },
);

const found: [words: string, first: string][] = [
  ['Diabetes', 'Type 2 Diabetes'],
  ['diabtes', 'Type 2 Diabetes'],
  ['madhumeha', 'Type 2 Diabetes'],
  ['ಮಧು', 'Type 2 Diabetes'],
  ['ಅಸ್ತ', 'Asthma'],
  ['asth', 'Asthma'],
];
inBothLanguages(
  'search: typos, romanised Kannada, prefixes',
  untouched,
  async ({ visitor, page }) => {
    const { search, names, rows } = registry(visitor);
    await page.goto('/app');
    await shown(rows);
    for (const [words, first] of found) {
      await search.fill('');
      await becomes(async () => (await names()).length, 10, 'rows without a search');
      await search.fill(words);
      await becomes(async () => (await names()).includes(first), true, `${words} finds ${first}`);
      await becomes(async () => (await names()).length < 10, true, `${words} is a limit`);
      expect((await names())[0], `first match of ${words}`).toEqual(first);
    }
  },
);

journey('search: nothing found, and the way out', untouched, async ({ visitor, page, t }) => {
  const { panel, search, rows } = registry(visitor);
  await page.goto('/app');
  await search.fill('qqqqqqqqqqqq');
  await shown(panel.getByText(t('registry:list.none'), { exact: true }));
  await gone(page.getByRole('article'));
  await panel.getByRole('button', { name: t('registry:filter.clear') }).click();
  await becomes(() => rows.count(), 10, 'rows after clearing');
  expect(await search.inputValue(), 'search box after clearing').toEqual('');
});

journey('search: the words of the specification', untouched, async ({ page }) => {
  await page.goto('/app');
  await shown(
    page.getByPlaceholder('Search diseases...'),
    page.getByRole('heading', { name: 'Disease Registry' }),
    page.getByRole('button', { name: 'Filter', exact: true }),
  );
  const all = page.getByRole('combobox').locator('option:checked');
  expect(await all.innerText(), 'category at first').toEqual('All Categories');
  await page.getByRole('searchbox').fill('qqqqqqqqqqqq');
  await shown(page.getByText('No diseases found', { exact: true }));
});

journey('search: hard words are only words', untouched, async ({ visitor, page, t }) => {
  const { panel, search, rows } = registry(visitor);
  await page.goto('/app');
  await shown(rows);
  for (const words of ['.*', '{"$ne":null}', '(((', '%00', '<b>x</b>', "'; --"]) {
    await search.fill(words);
    await search.press('Enter');
    await becomes(() => new URL(page.url()).searchParams.get('search'), words, 'search in the URL');
    await becomes(() => panel.getAttribute('aria-busy'), 'false', 'list is busy');
    await gone(panel.getByText(t('registry:list.failed')));
    expect(!(await page.content()).includes('<b>x</b>'), 'the search became markup').toBe(true);
  }
});

journey(
  'registry: says while it loads, and when it fails',
  { ...untouched, language: 'kn' },
  async ({ visitor, page, t, watch }) => {
    const { panel, rows } = registry(visitor);
    watch.allow(503, '/api/diseases');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let calls = 0;
    await page.route('**/api/diseases?**', async (route) => {
      calls += 1;
      if (calls > 1) return route.continue();
      await held;
      const problem = {
        code: 'SERVICE_UNAVAILABLE',
        status: 503,
        params: { retryAfterSeconds: 2 },
      };
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
    expect(calls, 'calls without being asked to try again').toEqual(1);
    await panel.getByRole('button', { name: t('common:action.retry') }).click();
    await becomes(() => rows.count(), 10, 'rows after another try');
  },
);
