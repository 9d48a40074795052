import { Metrics, REDIS } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { Gauge } from 'prom-client';
import { DeadLettersService } from '../dead-letters/dead-letters.service.js';
import { CertificateMonitor } from '../certificates/certificate-monitor.js';
import { ProcessesService } from './processes.service.js';
import { QueueReader } from './queue-reader.js';

const jobStates = ['waiting', 'active', 'delayed', 'failed'] as const;

/** The overview as metrics. Each replica of ops reports the same. */
@Injectable()
export class OverviewMetrics {
  constructor(
    metrics: Metrics,
    processes: ProcessesService,
    queues: QueueReader,
    deadLetters: DeadLettersService,
    certificates: CertificateMonitor,
    @Inject(REDIS) redis: Redis,
  ) {
    const known = new Gauge({
      name: 'product_processes',
      help: 'Known processes by state',
      labelNames: ['process', 'state'],
      registers: [metrics],
      collect: () => {
        known.reset();
        for (const { name, state } of processes.states()) known.inc({ process: name, state });
      },
    });
    metrics.observe(
      { name: 'queue_jobs', help: 'Jobs in queues', labelNames: ['queue', 'state'] },
      async () =>
        (await queues.jobs()).flatMap((queue) =>
          jobStates.map((state) => ({ labels: { queue: queue.name, state }, value: queue[state] })),
        ),
    );
    metrics.observe(
      { name: 'queue_events', help: 'Events and dead letters in queues', labelNames: ['queue'] },
      async () =>
        (await queues.events()).map(({ name, waiting }) => ({
          labels: { queue: name },
          value: waiting,
        })),
    );
    metrics.observe(
      { name: 'dead_letters_waiting', help: 'Dead letters that wait for an administrator' },
      async () => [{ value: await deadLetters.waiting() }],
    );
    metrics.observe(
      {
        name: 'site_certificate_days_left',
        help: 'Days until the certificates of the own domain and of the live release end',
        labelNames: ['domain'],
      },
      async () =>
        (await certificates.daysLeft()).map(({ domain, days }) => ({
          labels: { domain },
          value: days,
        })),
    );
    metrics.observe(
      {
        name: 'redis_memory_bytes',
        help: 'Memory of Redis: in use, and its limit (0: none)',
        labelNames: ['kind'],
      },
      async () => {
        const info = await redis.info('memory');
        const read = (field: string) => Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(info)?.[1]);
        return [
          { labels: { kind: 'used' }, value: read('used_memory') },
          { labels: { kind: 'limit' }, value: read('maxmemory') },
        ];
      },
    );
  }
}
