import { expect, it } from 'vitest';
import type { Purchase } from '@ctdb/contracts';
import { nextRefetchMs } from '../api/purchases';

const NOW = Date.parse('2026-11-21T10:00:00.000Z');
const bought = (state: Purchase['state'], startsAt: string, expiresAt: string): Purchase => ({
  id: state,
  item: 'hourly',
  state,
  pass: { plan: 'hourly', startsAt, expiresAt },
});
const running = bought('running', '2026-11-21T09:30:00.000Z', '2026-11-21T10:30:00.000Z');
const queued = bought('queued', '2026-11-21T10:05:00.000Z', '2026-11-21T11:05:00.000Z');
const ended = bought('ended', '2026-11-20T09:30:00.000Z', '2026-11-20T10:30:00.000Z');
const year = bought('running', '2026-11-01T00:00:00.000Z', '2027-11-01T00:00:00.000Z');
const held: Purchase = { id: 'p', item: 'hourly', state: 'pending' };

it.each([
  ['nothing', [], false],
  ['what has ended', [ended], false],
  ['the end of what runs', [running], 1_801_000],
  ['the begin of what waits', [running, queued], 301_000],
  ['a payment that is held', [running, held], 10_000],
  ['a year, within what a timer takes', [year], 3_600_000],
])('waits for %s', (_what, purchases, wait) => {
  expect(nextRefetchMs(purchases, NOW)).toBe(wait);
});
