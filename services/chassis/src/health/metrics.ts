import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Dependency } from './health.js';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The process's Prometheus registry, with the figures that every process has. */
export class Metrics extends Registry {
  /** Work on a message, in seconds; `outcome` is `ok`, an error code, `expired` or `late`. */
  readonly rpcServer = new Histogram({
    name: 'rpc_server_duration_seconds',
    help: 'Duration of RPC requests on the server',
    labelNames: ['command', 'outcome'],
    buckets: SECONDS,
    registers: [this],
  });

  /** Calls to services, in seconds; `outcome` is `ok` or an error code. */
  readonly rpcClient = new Histogram({
    name: 'rpc_client_duration_seconds',
    help: 'Time from a call to its answer',
    labelNames: ['command', 'outcome'],
    buckets: SECONDS,
    registers: [this],
  });

  /** Events consumed; `outcome` is `handled`, `repeated`, `failed`, `refused` or `forged`. */
  readonly eventsConsumed = new Counter({
    name: 'events_consumed_total',
    help: 'Consumed events by result',
    labelNames: ['event', 'outcome'],
    registers: [this],
  });

  /** Events published and confirmed by the broker. */
  readonly eventsPublished = new Counter({
    name: 'events_published_total',
    help: 'Events that the broker confirmed',
    labelNames: ['event'],
    registers: [this],
  });

  constructor(service: string) {
    super();
    this.setDefaultLabels({ service });
    collectDefaultMetrics({ register: this });
  }

  /** Tells which version runs, as labels of a figure that is always 1. */
  setBuild(version: string, revision: string): void {
    const gauge = new Gauge({
      name: 'ctdb_build_info',
      help: 'Version and revision of the process',
      labelNames: ['version', 'revision'],
      registers: [this],
    });
    gauge.set({ version, revision }, 1);
  }

  /** Asks `dependencies` whenever the figures are read: 1 where one can be used, else 0. */
  observeDependencies(dependencies: () => Promise<Dependency[]>): void {
    const gauge = new Gauge({
      name: 'dependency_up',
      help: '1 if the dependency is reachable, else 0',
      labelNames: ['dependency'],
      registers: [this],
      collect: async () => {
        for (const { name, isUp } of await dependencies()) {
          gauge.set({ dependency: name }, isUp ? 1 : 0);
        }
      },
    });
  }

  /** Asks `backlog` for the documents with unpublished events whenever the figures are read. */
  observeBacklog(backlog: () => Promise<number>): void {
    const gauge = new Gauge({
      name: 'outbox_backlog_documents',
      help: 'Documents that hold unpublished events',
      registers: [this],
      collect: async () => {
        // No figure is better than a wrong one while the database is away.
        gauge.set(await backlog().catch(() => Number.NaN));
      },
    });
  }
}
