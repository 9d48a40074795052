import { registry } from '../pages/registry.ts';
import { becomes, gone, shown } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';

const untouched = { as: 'admin', tag: '@first' } as const;

journey(
  'search: a category, romanised Kannada, back to page 1, and the way out',
  untouched,
  async ({ visitor, page, t }) => {
    const { panel, search, category, rows, names, next, position } = registry(visitor);
    const inAddress = () => new URL(page.url()).search;
    await page.goto('/app?page=3');
    await shown(position(3, 3));
    await search.fill('qqqqqqqqqqqq');
    await shown(panel.getByText(t('registry:list.none'), { exact: true }));
    expect(inAddress(), 'page 1 with another word').toEqual('?search=qqqqqqqqqqqq');
    await gone(page.getByRole('article'));
    await panel.getByRole('button', { name: t('registry:filter.clear') }).click();
    await becomes(() => rows.count(), 10, 'rows after clearing');
    expect(await search.inputValue(), 'search box after clearing').toEqual('');

    await next.click();
    await shown(position(2, 3));
    expect(await category.inputValue(), 'category at first').toEqual('All');
    await category.selectOption('Metabolic');
    await shown(panel.getByText(t('registry:list.count', { count: 2 }), { exact: true }));
    const metabolic = ['Hypothyroidism', 'Type 2 Diabetes'];
    await becomes(async () => (await names()).toSorted(), metabolic, 'metabolic diseases');
    expect(inAddress(), 'page 1 with another category').toEqual('?category=Metabolic');
    await category.selectOption('All');
    await shown(panel.getByText(t('registry:list.count', { count: 24 })));
    await search.fill('madhumeha');
    await search.press('Enter');
    await becomes(async () => (await names())[0], 'Type 2 Diabetes', 'first match');
    expect(inAddress(), 'romanised Kannada in the URL').toContain('search=madhumeha');
  },
);
