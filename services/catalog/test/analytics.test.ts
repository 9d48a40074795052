import {
  addHistoryEntry,
  deleteDisease,
  deleteHistoryEntry,
  getAnalytics,
  getTrends,
  publishHistoryEntry,
  type Outcome,
} from '@ctdb/contracts';
import { buyer } from '@ctdb/chassis/testing';
import { beforeAll, expect, it } from 'vitest';
import { testCatalog, UNKNOWN_ID, notFound } from './support/catalog.js';
import { visit } from './support/patients.js';

const catalog = testCatalog();
const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();

const enter = (
  treatmentId: string,
  days: number,
  outcome: Outcome,
  patientName = 'Ravi',
  caller = catalog.call,
) => caller(addHistoryEntry, { ...visit, treatmentId, date: daysAgo(days), outcome, patientName });

let asthmaId: string;

beforeAll(async () => {
  const { call } = catalog;
  const asthma = await catalog.treatment();
  asthmaId = asthma.diseaseId;
  const eczema = await catalog.disease({ nameEn: 'Eczema', category: 'Skin' });
  const skin = await catalog.treatment(eczema.id);
  await enter(asthma.id, 0, 'Improved');
  await enter(asthma.id, 1, 'Worsened', ' RAVI ');
  await enter(asthma.id, 200, 'Baseline', 'Anita  Rao');
  await enter(asthma.id, 500, 'Resolved', 'anita rao');
  await enter(skin.id, 0, 'Partial Relief', 'ಗೀತಾ');
  const pass = catalog.as(buyer());
  const { id: entryId } = await enter(skin.id, 0, 'Ongoing', 'ಗೀತಾ', pass);
  await call(publishHistoryEntry, { id: skin.id, entryId, isPublished: true });
  await enter(skin.id, 0, 'No Change', 'Unpublished', pass);
  const mistaken = await enter(skin.id, 0, 'Adverse Effect', 'Deleted');
  await call(deleteHistoryEntry, { id: skin.id, entryId: mistaken.id });
  const gone = await catalog.treatment((await catalog.disease({ nameEn: 'Gone' })).id);
  await enter(gone.id, 0, 'No Effect', 'Hidden');
  await enter(gone.id, 0, 'No Effect', 'Ravi');
  await call(deleteDisease, { id: gone.diseaseId });
});

it('trends count by week or month, with empty steps, without what is deleted', async () => {
  const quarter = await catalog.call(getTrends, {});
  expect(quarter).toMatchObject({ period: '3months', step: 'week', total: 4 });
  expect(quarter.points).toHaveLength(13);
  expect(quarter.successRate).toBeCloseTo(2 / 3);
  const empty = { total: 0, successRate: null, outcomes: {} };
  expect(quarter.points[0]).toEqual({ start: quarter.from, ...empty });
  expect(quarter.points.reduce((sum, { total }) => sum + total, 0)).toBe(4);
  expect(quarter.points.at(-1)?.outcomes).toMatchObject({ Improved: 1, Ongoing: 1 });

  const year = await catalog.call(getTrends, { period: '1year' });
  expect(year).toMatchObject({ step: 'month', total: 5 });
  expect(year.points).toHaveLength(12);
});

it('trends count one disease alone', async () => {
  const { call } = catalog;
  const { total } = await call(getTrends, { period: '1year', diseaseId: asthmaId });
  expect(total).toBe(3);
  const missing = call(getTrends, { diseaseId: UNKNOWN_ID });
  await expect(missing).rejects.toMatchObject(notFound('disease'));
});

it('analytics put the registry in figures', async () => {
  const figures = await catalog.call(getAnalytics, {});
  expect(figures).toMatchObject({
    diseases: 2,
    activeTreatments: 2,
    // ಗೀತಾ is a patient of two practices.
    patients: 4,
    historyEntries: 6,
    entriesLast30Days: 4,
    successRate: 3 / 4,
  });
  const outcomes = ['Baseline', 'Improved', 'Ongoing', 'Partial Relief', 'Resolved', 'Worsened'];
  expect(figures.outcomes).toEqual(Object.fromEntries(outcomes.map((each) => [each, 1])));
  expect(figures.categories).toHaveLength(9);
  const counted = { diseases: 1, historyEntries: 4, successRate: 2 / 3 };
  expect(figures.categories).toContainEqual({ category: 'Respiratory', ...counted });
  const none = { diseases: 0, historyEntries: 0, successRate: null };
  expect(figures.categories).toContainEqual({ category: 'Digestive', ...none });
  expect(JSON.stringify(figures)).not.toContain('Ravi');
});
