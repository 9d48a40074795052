import { Metrics } from '@ctdb/chassis';
import { expect, it } from 'vitest';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { OverviewMetrics } from './overview.metrics.js';

type Sources = ConstructorParameters<typeof OverviewMetrics>;
const counts = { delayed: 0, failed: 0 };
const process = (name: string, state: string) => ({ name, state });

const linesOf = async (jobs: () => Promise<unknown>, processes: object[]) => {
  const metrics = new Metrics('ops');
  const events = () => Promise.resolve([{ name: 'events.ops', kind: 'event', waiting: 3 }]);
  const [, ...sources] = [
    metrics,
    { states: () => processes },
    { jobs, events },
    { waiting: () => Promise.resolve(5) },
    { daysLeft: () => Promise.resolve([{ domain: 'clinic.example', days: 40 }]) },
    { info: () => Promise.resolve('# Memory\r\nused_memory:100\r\nmaxmemory:400\r\n') },
  ];
  new OverviewMetrics(
    metrics,
    ...(sources as unknown as Sources extends [unknown, ...infer R] ? R : never),
  );
  await metrics.metrics();
  await nextTurn();
  return (await metrics.metrics())
    .split('\n')
    .filter((line) => /^(dead_letters|queue_|product_|redis_|site_)/.test(line))
    .map((line) => line.replace(/,?service="ops"/, ''));
};

it('the metrics of the overview contain what can be read', async () => {
  const jobs = [{ name: 'media.process', kind: 'job', waiting: 4, active: 2, ...counts }];
  const ready = process('media', 'ready');
  const processes = [ready, ready, process('catalog', 'silent')];
  const ofProcesses = [
    'product_processes{process="media",state="ready"} 2',
    'product_processes{process="catalog",state="silent"} 1',
  ];
  const ofJobs = ['waiting"} 4', 'active"} 2', 'delayed"} 0', 'failed"} 0'].map(
    (state) => `queue_jobs{queue="media.process",state="${state}`,
  );
  const others = [
    'queue_events{queue="events.ops"} 3',
    'dead_letters_waiting{} 5',
    'site_certificate_days_left{domain="clinic.example"} 40',
    'redis_memory_bytes{kind="used"} 100',
    'redis_memory_bytes{kind="limit"} 400',
  ];
  const found = await linesOf(() => Promise.resolve(jobs), processes);
  expect(found).toEqual([...ofProcesses, ...ofJobs, ...others]);
  const withoutRedis = await linesOf(() => Promise.reject(new Error('away')), processes);
  expect(withoutRedis).toEqual([...ofProcesses, ...others]);
});
