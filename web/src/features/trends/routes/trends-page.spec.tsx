import { expect, it } from 'vitest';
import { outcomes, type Trends } from '@ctdb/contracts';
import { screen, waitFor } from '@testing-library/react';
import {
  chartPoints,
  outcomeGroups,
  outcomesInGroup,
  useStepLabel,
} from '@/features/trends/components/trends-figures';
import { adminApi, click, hrefOf, json, renderApp, renderPage, see, unseen } from '@/testing';
import { disease } from '@/testing/registry';
import TrendsPage from './trends-page';

const start = '2026-01-05T00:00:00.000Z';
const open = (search = '') => {
  const trends: Trends = {
    period: '3months',
    step: 'week',
    from: start,
    to: start,
    points: [{ start, total: 1_200, successRate: 1, outcomes: { Improved: 1_200 } }],
    samples: false,
    total: 1_200,
    successRate: 1,
  };
  const found = { [`GET /api/diseases/${disease().id}`]: () => json(disease()) };
  const replies = { ...adminApi, ...found, 'GET /api/trends': () => json(trends) };
  return renderPage(replies, <TrendsPage />, { path: `/trends${search}` });
};

function Label({ step }: { step: 'week' | 'month' }) {
  const label = useStepLabel(step);
  return <p>{`${label.short(start)} | ${label.long(start)}`}</p>;
}

it('the trends of own entries are not called samples, and write numbers as other screens do', async () => {
  await open();
  expect(await screen.findAllByText('1,200')).toHaveLength(2);
  unseen(/sample data/);
  expect(await hrefOf('Analytics')).toBe('/analytics');
});

it('the trends are limited to one disease, and back to all', async () => {
  const requests = await open(`?disease=${disease().id}`);
  await see(/Asthma/);
  const asked = () => requests.filter(({ path }) => path.startsWith('/api/trends')).at(-1)?.path;
  expect(asked()).toBe(`/api/trends?period=3months&diseaseId=${disease().id}`);
  await click('Show all diseases', 'link');
  await waitFor(() => expect(asked()).toBe('/api/trends?period=3months'));
  unseen(/Asthma/);
});

it.each([
  ['en', 'week', '5 Jan | Week of 5 January 2026'],
  ['en', 'month', 'Jan 2026 | January 2026'],
  ['kn', 'month', 'ಜನವರಿ 2026 | ಜನವರಿ 2026'],
] as const)('the trends name their steps (%s, %s)', async (language, step, text) => {
  await renderApp(<Label step={step} />, { language });
  await see(text);
});

it('bands of the chart hold every outcome exactly once', () => {
  expect(outcomeGroups.flatMap(outcomesInGroup).sort()).toEqual([...outcomes].sort());
});

it('bands of the chart sum the outcomes of a step without losing any', () => {
  const counts = { Improved: 2, Resolved: 1, Worsened: 3, Ongoing: 4, 'Partial Relief': 5 };
  const point = { start, total: 15, successRate: 0.5, outcomes: counts };
  const bands = { green: 3, yellow: 5, red: 3, blue: 4, gray: 0 };
  expect(chartPoints({ points: [point] })).toEqual([{ start, ...bands }]);
});
