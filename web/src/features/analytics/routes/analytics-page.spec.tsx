import { it } from 'vitest';
import type { Analytics } from '@ctdb/contracts';
import { json, mockApi, renderApp, see, unseen } from '@/testing';
import { adminApi } from '@/testing/operations';
import AnalyticsPage from './analytics-page';

const open = () => {
  const figures: Analytics = {
    samples: false,
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
  return renderApp(<AnalyticsPage />, { path: '/analytics' });
};

it('the figures of own entries are not called samples', async () => {
  await open();
  await see(/not medical evidence/);
  unseen(/sample data/);
});
