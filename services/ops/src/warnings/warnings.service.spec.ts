import { expect, it } from 'vitest';
import { findBackupWarnings } from './warnings.service.js';

const now = new Date('2026-11-24T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const copy = (minutes: number, place = 'otherServer', appendOnly = false) => ({
  ...{ endedAt: minutesAgo(minutes), rpoMinutes: 60, place, appendOnly },
});

it.each([
  ['a young copy elsewhere', true, copy(60), []],
  ['a copy older than two intervals', true, copy(61), ['completeBackupOverdue']],
  ['a copy in a place that is unknown', true, copy(1, 'unknown'), []],
  ['a copy on the disk of the data', true, copy(1, 'dataDisk'), ['completeBackupOnDataDisk']],
  ['an old copy made by hand', false, copy(61, 'dataDisk'), ['completeBackupOnDataDisk']],
  ['no copy after a day', true, undefined, ['completeBackupMissing']],
  ['no copy where none is made', false, undefined, []],
])('warns of what is wrong with %s', (_, isExpected, backup, codes) => {
  const found = findBackupWarnings({ isExpected, backup, since: minutesAgo(24 * 60 + 1) }, now);
  expect(found.map(({ code }) => code)).toEqual(codes);
});

it.each([
  ['two days ago', 48 * 60, false, []],
  ['before that', 48 * 60 + 1, false, ['completeBackupNotPruned']],
  ['before that, by another machine', 48 * 60 + 1, true, []],
])('warns of old copies that were last removed %s', (_, minutes, appendOnly, codes) => {
  const backup = copy(1, 'otherServer', appendOnly);
  const facts = { isExpected: true, backup, prunedAt: minutesAgo(minutes), since: now };
  expect(findBackupWarnings(facts, now).map(({ code }) => code)).toEqual(codes);
});

it('does not miss the first copy within a day', () => {
  expect(findBackupWarnings({ isExpected: true, since: minutesAgo(24 * 60) }, now)).toEqual([]);
});
