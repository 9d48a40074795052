import { expect, it } from 'vitest';
import { sampleDiseases } from '../sample-data/index.js';
import { sampleRecords } from './sample-records.js';

const now = new Date('2026-01-15T10:30:00Z');

it('the records of the samples have different ids, the same every time', () => {
  const ids = () =>
    sampleDiseases
      .map((each) => sampleRecords(each, now))
      .flatMap(({ disease, treatment, notes, history }) => [
        ...[disease, treatment, ...treatment.protocols, ...notes, ...history],
      ])
      .map(({ _id }) => _id.toHexString());
  expect(ids()).toEqual(ids());
  expect(new Set(ids()).size).toBe(ids().length);
});

it('the records of the samples are dated back from the moment of filling, history to whole days', () => {
  for (const sample of sampleDiseases) {
    const { disease, notes, history } = sampleRecords(sample, now);
    const days = sample.treatment.history.map(({ daysAgo }) => Date.UTC(2026, 0, 15 - daysAgo));
    expect(history.map(({ date }) => date.getTime())).toEqual(days);
    for (const { createdAt } of [...notes, ...history]) {
      expect(createdAt <= now).toBe(true);
      expect(createdAt > disease.createdAt).toBe(true);
    }
  }
});
