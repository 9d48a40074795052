import { expect, it } from 'vitest';
import type { Analytics } from '@ctdb/contracts';
import { cleanup, screen } from '@testing-library/react';
import { adminApi, click, json, mockApi, renderApp, see, unseen } from '@/testing';
import AnalyticsPage from './analytics-page';

const open = (samples: boolean) => {
  const figures: Analytics = {
    samples,
    diseases: 1,
    activeTreatments: 1_208,
    successRate: 0.5,
    patients: 37,
    historyEntries: 2_400,
    entriesLast30Days: 0,
    outcomes: { Improved: 1, Worsened: 1 },
    categories: [
      { category: 'Skin', diseases: 4, historyEntries: 12, successRate: null },
      { category: 'Respiratory', diseases: 9, historyEntries: 3, successRate: 1 },
    ],
  };
  mockApi({ ...adminApi, 'GET /api/analytics': () => json(figures) });
  return renderApp(<AnalyticsPage />, { path: '/analytics' });
};

it('the analytics show the figures of the API, sorted as the reader wants, and call those of own entries no samples', async () => {
  await open(false);
  await see(/not medical evidence/);
  unseen(/sample data/);
  const labels = ['Treatments on record', 'Patients'].map((label) => screen.getByText(label));
  const figures = labels.map((label) => label.nextSibling?.textContent);
  expect(figures).toEqual(['1,208', '37']);
  await see('50%', '2,400');
  const cells = () => screen.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells()).toEqual(['4', '12', '–', '9', '3', '100%']);
  const sort = async () => {
    await click('Diseases');
    return screen.getByRole('columnheader', { name: 'Diseases' }).getAttribute('aria-sort');
  };
  expect([await sort(), cells()[0]]).toEqual(['ascending', '4']);
  expect([await sort(), cells()[0]]).toEqual(['descending', '9']);
  cleanup();
  await open(true);
  await see(/sample data/);
});
