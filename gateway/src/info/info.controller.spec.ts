import { expect, it } from 'vitest';
import { toSessionState } from './info.controller.js';

const now = Date.UTC(2026, 0, 5);

it('the description of the caller rounds the time that is left up, and never below nothing', () => {
  const subject = { role: 'pass', id: 'p', plan: 'hourly', practice: 'c' } as const;
  const secondsLeft = (expiresAt: number) =>
    toSessionState({ subject, expiresAt }, now).secondsLeft;
  expect(secondsLeft(now + 3_600_000)).toBe(3_600);
  expect(secondsLeft(now + 3_599_001)).toBe(3_600);
  expect(secondsLeft(now + 1)).toBe(1);
  expect(secondsLeft(now - 5)).toBe(0);
});
