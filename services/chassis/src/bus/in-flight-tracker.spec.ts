import { expect, it } from 'vitest';
import { InFlightTracker } from './in-flight-tracker.js';

const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

it('work in flight is drained when the last of it has ended, failed or not', async () => {
  const inFlight = new InFlightTracker();
  const ended: string[] = [];
  void inFlight.track(() => after(10).then(() => ended.push('a')));
  const failing = inFlight.track(() => after(20).then(() => Promise.reject(new Error('b'))));
  failing.catch(() => ended.push('b'));
  expect(await inFlight.waitUntilIdle(1_000)).toBe(true);
  expect(ended[0]).toBe('a');
});

it('work in flight is not waited for longer than said', async () => {
  const inFlight = new InFlightTracker();
  void inFlight.track(() => after(50));
  expect(await inFlight.waitUntilIdle(5)).toBe(false);
});
