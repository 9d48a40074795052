import { describe, it } from 'vitest';
import type { Analytics } from '@ctdb/contracts';
import type { Language } from '@/i18n/language';
import { json, mockApi, renderApp, see, unseen } from '@/testing';
import { adminApi } from '@/testing/operations';
import AnalyticsPage from './analytics-page';

const open = (samples: boolean, language: Language = 'en') => {
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
    await see(samples, evidence);
  });

  it('of own entries are not called samples', async () => {
    await open(false);
    await see(/not medical evidence/);
    unseen(/sample data/);
  });
});
