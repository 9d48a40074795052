import { describe, expect, it } from 'vitest';
import type { Trends } from '@ctdb/contracts';
import { screen } from '@testing-library/react';
import { useStepLabel } from '@/features/trends/components/trends-table';
import type { Language } from '@/i18n/language';
import { json, mockApi, renderApp, see, unseen } from '@/testing';
import { adminApi } from '@/testing/operations';
import TrendsPage from './trends-page';

const start = '2026-01-05T00:00:00.000Z';
const open = (samples: boolean, language: Language = 'en') => {
  const trends: Trends = {
    period: '3months',
    step: 'week',
    from: start,
    to: start,
    points: [{ start, total: 1_200, successRate: 1, outcomes: { Improved: 1_200 } }],
    samples,
    total: 1_200,
    successRate: 1,
  };
  mockApi({ ...adminApi, 'GET /api/trends': () => json(trends) });
  return renderApp(<TrendsPage />, { path: '/trends', language });
};

function Label({ step }: { step: 'week' | 'month' }) {
  const label = useStepLabel(step);
  return <p>{`${label.short(start)} | ${label.long(start)}`}</p>;
}

describe('the trends', () => {
  it.each([
    ['en', /come from sample data/],
    ['kn', /ಮಾದರಿ ಮಾಹಿತಿಯವು/],
  ] as const)('of sample data say so (%s)', async (language, text) => {
    await open(true, language);
    await see(text);
  });

  it('of own entries do not, and write numbers as other screens do', async () => {
    await open(false);
    expect(await screen.findAllByText('1,200')).toHaveLength(2);
    unseen(/sample data/);
    expect(screen.getByRole('link', { name: 'Analytics' }).getAttribute('href')).toBe('/analytics');
  });

  it.each([
    ['en', 'week', 'Jan 5 | Week of January 5, 2026'],
    ['en', 'month', 'Jan 2026 | January 2026'],
    ['kn', 'month', 'ಜನವರಿ 2026 | ಜನವರಿ 2026'],
  ] as const)('name their steps (%s, %s)', async (language, step, text) => {
    await renderApp(<Label step={step} />, { language });
    await see(text);
  });
});
