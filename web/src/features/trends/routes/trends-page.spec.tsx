import { expect, it } from 'vitest';
import type { Trends } from '@ctdb/contracts';
import { screen } from '@testing-library/react';
import { useStepLabel } from '@/features/trends/components/trends-table';
import { hrefOf, json, mockApi, renderApp, see, unseen } from '@/testing';
import { adminApi } from '@/testing/operations';
import TrendsPage from './trends-page';

const start = '2026-01-05T00:00:00.000Z';
const open = () => {
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
  mockApi({ ...adminApi, 'GET /api/trends': () => json(trends) });
  return renderApp(<TrendsPage />, { path: '/trends' });
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

it.each([
  ['en', 'week', 'Jan 5 | Week of January 5, 2026'],
  ['en', 'month', 'Jan 2026 | January 2026'],
  ['kn', 'month', 'ಜನವರಿ 2026 | ಜನವರಿ 2026'],
] as const)('the trends name their steps (%s, %s)', async (language, step, text) => {
  await renderApp(<Label step={step} />, { language });
  await see(text);
});
