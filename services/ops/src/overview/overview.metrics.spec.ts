import { Metrics } from '@ctdb/chassis';
import type { OpsOverview } from '@ctdb/contracts';
import { describe, expect, it, jest } from '@jest/globals';
import { OverviewMetrics } from './overview.metrics.js';
import type { OverviewService } from './overview.service.js';

const at = '2026-01-05T00:00:00.000Z';
const beat = { startedAt: at, lastSeenAt: at, dependencies: [] };
const overview: OpsOverview = {
  processes: [
    { name: 'media', instance: 'a', state: 'ready', ...beat },
    { name: 'media', instance: 'b', state: 'ready', ...beat },
    { name: 'catalog', instance: 'a', state: 'silent', ...beat },
  ],
  queues: [
    { name: 'media.process', kind: 'job', waiting: 4, active: 2, delayed: 1, failed: 0 },
    { name: 'events.media.dead', kind: 'dead', waiting: 3, active: 0, delayed: 0, failed: 0 },
  ],
  waitingDeadLetters: 5,
};

const readMetrics = (get: () => Promise<OpsOverview>) => {
  const metrics = new Metrics('ops');
  const asked = jest.fn(get);
  new OverviewMetrics(metrics, { get: asked } as unknown as OverviewService);
  const lines = async () =>
    (await metrics.metrics())
      .split('\n')
      .filter((line) => /^(dead_letters|queue_messages|product_|site_)/.test(line))
      .map((line) => line.replace(/,?service="ops"/, ''));
  return { lines, asked };
};

describe('the metrics of the overview', () => {
  it('contain queues, processes and dead letters, with one query', async () => {
    const { lines, asked } = readMetrics(() => Promise.resolve(overview));
    const samples = await lines();
    expect(samples).toEqual(
      expect.arrayContaining([
        'dead_letters_waiting{} 5',
        'queue_messages{queue="media.process",kind="job",state="waiting"} 4',
        'queue_messages{queue="media.process",kind="job",state="active"} 2',
        'queue_messages{queue="events.media.dead",kind="dead",state="waiting"} 3',
        'product_processes{process="media",state="ready"} 2',
        'product_processes{process="catalog",state="silent"} 1',
      ]),
    );
    expect(samples.join()).not.toContain('site_certificate_days_left');
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('show the present state: a process that has ended is not listed', async () => {
    const next = { ...overview, processes: [], waitingDeadLetters: 0 };
    const answers = [overview, next];
    const { lines } = readMetrics(() => Promise.resolve(answers.shift() ?? next));
    await lines();
    const samples = await lines();
    expect(samples.join()).not.toContain('product_processes');
    expect(samples).toContain('dead_letters_waiting{} 0');
  });

  it('have no values while the servers are unreachable', async () => {
    const { lines } = readMetrics(() => Promise.reject(new Error('away')));
    expect(await lines()).toEqual([]);
  });
});
