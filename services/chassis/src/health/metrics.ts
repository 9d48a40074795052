import { totalmem } from 'node:os';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { within } from './health.js';

const READ_TIMEOUT_MS = 2_000;
const MS_PER_SECOND = 1_000;
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Without a limit Node says 0, or more than the machine has. */
const memoryLimit = (): number => Math.min(process.constrainedMemory() || Infinity, totalmem());

/** One value of a gauge. */
export interface Sample<L extends string = never> {
  labels?: Record<L, string>;
  value: number;
}

/** The process's Prometheus registry, with the figures that every process has. */
export class Metrics extends Registry {
  /** Work on a message, in seconds; `outcome` is `ok`, an error code, `expired` or `late`. */
  readonly rpcServer = this.seconds({
    name: 'rpc_server_duration_seconds',
    help: 'Duration of RPC requests on the server',
    labelNames: ['command', 'outcome'],
  });

  /** Events consumed; `outcome` is `handled`, `repeated`, `failed`, `refused` or `forged`. */
  readonly eventsConsumed = new Counter({
    name: 'events_consumed_total',
    help: 'Consumed events by result',
    labelNames: ['event', 'outcome'],
    registers: [this],
  });

  /** Log lines of level `warn` and above that name an `event`. */
  readonly logEvents = new Counter({
    name: 'log_events_total',
    help: 'Warnings and errors in the log that name an event',
    labelNames: ['event', 'level'],
    registers: [this],
  });

  /** When each observed gauge was read, on the clock of `performance`. */
  private readonly readTimes = new Map<string, number>();

  constructor(service: string) {
    super();
    this.setDefaultLabels({ service });
    collectDefaultMetrics({ register: this });
    const limit = new Gauge({
      name: 'process_memory_limit_bytes',
      help: 'Memory that the process may take: its container’s limit, else the memory of the machine',
      registers: [this],
    });
    limit.set(memoryLimit());
    const age = new Gauge({
      name: 'metric_age_seconds',
      help: 'Time since the last successful reading of a metric that is read in the background',
      labelNames: ['metric'],
      registers: [this],
      collect: () => {
        for (const [metric, readAt] of this.readTimes)
          age.set({ metric }, (performance.now() - readAt) / MS_PER_SECOND);
      },
    });
  }

  /** Adds a histogram of durations in seconds. */
  seconds<L extends string>(options: { name: string; help: string; labelNames: L[] }) {
    return new Histogram({ ...options, buckets: SECONDS, registers: [this] });
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

  /**
   * Adds a gauge whose samples a server or a disk has to be asked for. A scrape never waits for them: it gets
   * those of the last reading, and starts the next one. `metric_age_seconds` shows their age: a reading that
   * fails or takes longer than 2 s changes nothing.
   * @param read returns all samples
   */
  observe<L extends string = never>(
    gauge: { name: string; help: string; labelNames?: L[] },
    read: () => Promise<Sample<L>[]>,
  ): void {
    let isReading = false;
    this.readTimes.set(gauge.name, performance.now());
    const refresh = async (): Promise<void> => {
      if (isReading) return;
      isReading = true;
      try {
        const samples = await within(READ_TIMEOUT_MS, `reading ${gauge.name}`, read);
        clear();
        for (const { labels, value } of samples) samplesOf.set(labels ?? {}, value);
        this.readTimes.set(gauge.name, performance.now());
      } catch {
        // The age shows it.
      } finally {
        isReading = false;
      }
    };
    const samplesOf = new Gauge<string>({
      ...gauge,
      registers: [this],
      collect: () => void refresh(),
    });
    /** `reset` sets a gauge without labels to 0. */
    const clear = (): void => {
      samplesOf.reset();
      if (!gauge.labelNames) samplesOf.remove();
    };
    clear();
  }
}
