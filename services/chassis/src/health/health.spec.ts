import { expect, it } from 'vitest';
import { AppLogger } from '../logging/app-logger.js';
import { Health } from './health.js';

it('readiness names what throws, rejects or does not answer within a second', async () => {
  const one = new Health(new AppLogger('test', 'silent'));
  one.register('good', () => undefined);
  one.register('asynchronous', async () => undefined);
  expect(await one.failed()).toEqual([]);
  one.register('throws', () => {
    throw new Error('away');
  });
  one.register('rejects', () => Promise.reject(new Error('away')));
  one.register('hangs', () => new Promise(() => undefined));
  const start = performance.now();
  expect(await one.failed()).toEqual(['throws', 'rejects', 'hangs']);
  expect(performance.now() - start).toBeLessThan(3_000);
});

it('readiness is kept without a dependency by a process that answers itself, and ends when it is to stop', async () => {
  const one = new Health(new AppLogger('test', 'silent'), true);
  let isAway = true;
  one.register('redis', () => {
    if (isAway) throw new Error('away');
  });
  expect(await one.failed()).toEqual(['redis']);
  isAway = false;
  expect(await one.failed()).toEqual([]);
  isAway = true;
  expect(await one.failed()).toEqual([]);
  one.markStopping();
  expect(await one.failed()).toEqual(['stopping']);
});
