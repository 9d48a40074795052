import { describe, expect, it } from 'vitest';
import { sampleDiseases } from '../sample-data/index.js';
import { sampleRecords } from './sample-records.js';

const now = new Date('2026-01-15T10:30:00Z');
const [sample] = sampleDiseases;
if (!sample) throw new Error('no samples');

describe('the records of a sample', () => {
  it('are the same every time', () => {
    expect(sampleRecords(sample, now)).toEqual(sampleRecords(sample, now));
  });

  it('have different ids throughout', () => {
    const ids = sampleDiseases
      .map((each) => sampleRecords(each, now))
      .flatMap(({ disease, treatment, notes, history }) => [
        disease,
        treatment,
        ...treatment.protocols,
        ...notes,
        ...history,
      ])
      .map(({ _id }) => _id.toHexString());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are dated back from the moment of filling, history to whole days', () => {
    const { disease, notes, history } = sampleRecords(sample, now);
    const entries = sample.treatment.history;
    history.forEach(({ date }, index) => {
      const day = Date.UTC(2026, 0, 15 - (entries[index]?.daysAgo ?? 0));
      expect(date.getTime()).toBe(day);
    });
    for (const { createdAt } of [...notes, ...history]) {
      expect(createdAt.getTime()).toBeLessThanOrEqual(now.getTime());
      expect(createdAt.getTime()).toBeGreaterThan(disease.createdAt.getTime());
    }
  });
});
