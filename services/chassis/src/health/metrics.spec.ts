import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { Metrics, type Sample } from './metrics.js';

/** A gauge whose readings the test ends. */
const observed = () => {
  const metrics = new Metrics('test');
  const read = vi.fn<() => Promise<Sample[]>>();
  metrics.observe({ name: 'rows', help: 'Rows' }, read);
  return { metrics, read };
};
const samples = async (metrics: Metrics) =>
  (await metrics.metrics()).split('\n').filter((line) => /^(rows|metric_age)/.test(line));

afterEach(() => {
  vi.useRealTimers();
});

it('an observed gauge has the samples of the last reading, and no other', async () => {
  const metrics = new Metrics('test');
  const readings: Sample<'state'>[][] = [
    [{ labels: { state: 'a' }, value: 1 }],
    [{ labels: { state: 'b' }, value: 2 }],
  ];
  metrics.observe({ name: 'rows', help: 'Rows', labelNames: ['state'] }, () =>
    Promise.resolve(readings.shift() ?? []),
  );
  const rows = () => metrics.getSingleMetricAsString('rows');
  expect(await rows()).not.toContain('rows{');
  await nextTurn();
  expect(await rows()).toContain('rows{state="a",service="test"} 1');
  await nextTurn();
  const last = await rows();
  expect(last).toContain('rows{state="b",service="test"} 2');
  expect(last).not.toContain('state="a"');
});

it('an observed gauge never lets a scrape wait, is read once at a time, and shows its age', async () => {
  vi.useFakeTimers();
  const { metrics, read } = observed();
  read.mockResolvedValueOnce([{ value: 3 }]).mockReturnValue(new Promise(() => undefined));
  await samples(metrics);
  await vi.advanceTimersByTimeAsync(0);
  for (let second = 1; second <= 2; second += 1) {
    expect(await samples(metrics)).toContain('rows{service="test"} 3');
    await vi.advanceTimersByTimeAsync(900);
  }
  expect(read).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(8_200);
  expect(await samples(metrics)).toEqual(
    expect.arrayContaining([
      'metric_age_seconds{metric="rows",service="test"} 10',
      'rows{service="test"} 3',
    ]),
  );
  expect(read).toHaveBeenCalledTimes(3);
});

it('an observed gauge keeps its samples when a reading fails', async () => {
  const { metrics, read } = observed();
  read.mockResolvedValueOnce([{ value: 3 }]).mockRejectedValue(new Error('away'));
  for (let scrape = 0; scrape < 3; scrape += 1) {
    await samples(metrics);
    await nextTurn();
  }
  expect(await samples(metrics)).toContain('rows{service="test"} 3');
});

it('the metrics tell which version runs', async () => {
  const metrics = new Metrics('test');
  metrics.setBuild('1.4.0', '0fbdf5c6');
  expect(await metrics.getSingleMetricAsString('ctdb_build_info')).toContain(
    'ctdb_build_info{version="1.4.0",revision="0fbdf5c6",service="test"} 1',
  );
});
