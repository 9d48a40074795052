import type { Trends } from '@ctdb/contracts';
import { becomes, shown } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';

// The figures of the sample data, which entries of other tests would change.
const untouched = { as: 'admin', tag: '@first' } as const;

const percent = (share: number | null): string =>
  share === null ? '–' : `${Math.round(share * 100)}%`;

journey(
  'trends: every period has a chart and a table of figures',
  untouched,
  async ({ page, api, t }) => {
    await page.goto('/trends');
    await shown(page.getByText(t('analytics:samples')));
    const period = page.getByRole('combobox', { name: t('trends:period.label') });
    expect(await period.inputValue(), 'period at first').toEqual('3months');
    for (const name of ['3months', '6months', '1year'] as const) {
      await period.selectOption(name);
      const trends = await api.call<Trends>('GET', `/api/trends?period=${name}`);
      expect(trends.total > 0, `no sample entries in ${name}`).toBe(true);
      const summary = { total: String(trends.total), rate: percent(trends.successRate) };
      await shown(page.getByText(t('trends:summary', summary), { exact: true }));
      const inAddress = new URL(page.url()).searchParams.get('period') ?? '3months';
      expect(inAddress, 'period in the URL').toEqual(name);
      const bars = page.locator('svg .recharts-bar-rectangle path');
      const isVisible = async (): Promise<boolean> => {
        const box = (await bars.count()) > 0 ? await bars.first().boundingBox() : null;
        return (box?.width ?? 0) > 2 && (box?.height ?? 0) > 2;
      };
      await becomes(isVisible, true, 'a bar is visible');

      const table = page.getByRole('table');
      if (!(await table.isVisible())) await page.getByText(t('trends:table')).first().click();
      await becomes(() => table.locator('tbody tr').count(), trends.points.length, 'rows');
      const totals = await table.locator('tbody tr td:nth-last-child(2)').allInnerTexts();
      expect(totals.map(Number), 'totals').toEqual(trends.points.map(({ total }) => total));
    }
  },
);
