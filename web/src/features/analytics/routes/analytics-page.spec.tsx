import { describe, expect, it } from 'vitest';
import type { Analytics } from '@ctdb/contracts';
import { screen } from '@testing-library/react';
import { json, mockApi } from '@/testing/mock-api';
import { adminApi } from '@/testing/operations';
import { renderApp } from '@/testing/render';
import AnalyticsPage from './analytics-page';

const open = (samples: boolean, language: 'en' | 'kn' = 'en') => {
  const figures: Analytics = {
    samples,
    diseases: 1,
    activeTreatments: 1,
    successRate: 0.5,
    patients: 2,
    historyEntries: 2,
    entriesLast30Days: 0,
    outcomes: { Improved: 1, Worsened: 1 },
    categories: [],
  };
  mockApi({ ...adminApi, 'GET /api/analytics': () => json(figures) });
  return renderApp(<AnalyticsPage />, { path: '/analytics', language });
};

describe('the figures', () => {
  it.each([
    ['en', /not medical evidence/, /come from sample data/],
    ['kn', /ಇವು ವೈದ್ಯಕೀಯ ಪುರಾವೆಯಲ್ಲ/, /ಮಾದರಿ ಮಾಹಿತಿಯವು/],
  ] as const)('say what they are (%s)', async (language, evidence, samples) => {
    await open(true, language);
    expect(await screen.findByText(samples)).toBeTruthy();
    expect(screen.getByText(evidence)).toBeTruthy();
  });

  it('of own entries are not called samples', async () => {
    await open(false);
    expect(await screen.findByText(/not medical evidence/)).toBeTruthy();
    expect(screen.queryByText(/sample data/)).toBeNull();
  });
});
