import {
  AppLogger,
  HEARTBEAT_INTERVAL_MS,
  Heartbeats,
  type HeartbeatMessage,
  heartbeatSchema,
  REDIS,
  toContract,
} from '@ctdb/chassis';
import { processHealth, type ProcessHealth } from '@ctdb/contracts';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { z } from 'zod';

/** A process without a heartbeat for this long is silent. */
export const SILENT_AFTER_MS = 3 * HEARTBEAT_INTERVAL_MS;
/** How long a silent process is still listed. */
export const LISTED_FOR_MS = 15 * 60_000;

/**
 * A process with its last heartbeat, also the one of its shutdown. `firstSeenAt` and `lastSeenAt` are times
 * of this clock, as that of another machine may differ.
 */
export const knownProcess = heartbeatSchema.extend({
  firstSeenAt: z.number(),
  lastSeenAt: z.number(),
});
/** See {@link knownProcess}. */
export type KnownProcess = z.infer<typeof knownProcess>;

/** The identity of a process; another start of it has the same. */
export const toKey = ({ name, instance }: Pick<HeartbeatMessage, 'name' | 'instance'>): string =>
  `${name}\n${instance}`;

const getState = ({ isReady, lastSeenAt }: KnownProcess, now: number): ProcessHealth['state'] => {
  if (now - lastSeenAt > SILENT_AFTER_MS) return 'silent';
  return isReady ? 'ready' : 'notReady';
};

/**
 * Silent processes that another process has replaced: their last heartbeat was lost. A process that
 * started after the last heartbeat of a silent one replaces at most one process, and first those that
 * stopped in order. Therefore a rolling restart hides no process that died. In doubt a silent process
 * is listed.
 */
function findReplaced(all: readonly KnownProcess[], now: number): Set<KnownProcess> {
  const silent = all.filter((each) => !each.isGone && getState(each, now) === 'silent');
  const hidden = new Set<KnownProcess>();
  for (const each of silent.sort((a, b) => b.lastSeenAt - a.lastSeenAt)) {
    const beside = all.filter(({ name }) => name === each.name);
    const came = beside.filter(({ firstSeenAt }) => firstSeenAt > each.lastSeenAt);
    const left = beside.filter(({ isGone, lastSeenAt }) => isGone && lastSeenAt > each.lastSeenAt);
    const taken = left.length + beside.filter((one) => hidden.has(one)).length;
    if (came.length > taken) hidden.add(each);
  }
  return hidden;
}

/** The processes by their heartbeats. Times are milliseconds since the epoch. */
export class ProcessRegistry {
  private readonly processes = new Map<string, KnownProcess>();
  private listeningSince: number | undefined;

  /** Stores a heartbeat, and returns the process for the copy in Redis. */
  update(heartbeat: HeartbeatMessage, now: number): KnownProcess {
    this.listeningSince ??= now;
    // A process that runs when listening starts sends a heartbeat within that time, and is not new.
    const isStartupPhase = now - this.listeningSince <= SILENT_AFTER_MS;
    const known = this.processes.get(toKey(heartbeat));
    const firstSeenAt = known?.firstSeenAt ?? (isStartupPhase ? this.listeningSince : now);
    const updated = { ...heartbeat, firstSeenAt, lastSeenAt: now };
    this.processes.set(toKey(heartbeat), updated);
    return updated;
  }

  /** Adds a process from the copy, unless a newer state is known. */
  load(remembered: KnownProcess): void {
    const known = this.processes.get(toKey(remembered));
    if (!known || known.lastSeenAt < remembered.lastSeenAt)
      this.processes.set(toKey(remembered), remembered);
  }

  /** Removes processes that were silent or stopped for too long, and returns their keys. */
  removeExpired(now: number): string[] {
    const old = [...this.processes].filter(
      ([, { lastSeenAt }]) => now - lastSeenAt > LISTED_FOR_MS,
    );
    return old.map(([key]) => {
      this.processes.delete(key);
      return key;
    });
  }

  /** All processes that run or are silent, by name. */
  states(now: number): ProcessHealth[] {
    const all = [...this.processes.values()].filter(
      (each) => now - each.lastSeenAt <= LISTED_FOR_MS,
    );
    const hidden = findReplaced(all, now);
    return all
      .filter((each) => !each.isGone && !hidden.has(each))
      .map((each) => {
        const shown = { state: getState(each, now), lastSeenAt: new Date(each.lastSeenAt) };
        return toContract(processHealth, { ...each, ...shown });
      })
      .sort((a, b) => toKey(a).localeCompare(toKey(b), 'en'));
  }
}

/** Redis keeps the processes for a restart of this one. */
const REDIS_KEY = 'ops:processes';

/**
 * Listens to the heartbeats of all processes, each replica for itself. Redis keeps a copy, so that a
 * process that died together with this one is listed as silent.
 */
@Injectable()
export class ProcessesService implements OnApplicationBootstrap {
  private readonly registry = new ProcessRegistry();

  constructor(
    private readonly heartbeats: Heartbeats,
    @Inject(REDIS) private readonly redis: Redis,
    private readonly logger: AppLogger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.tryRedis(() => this.load());
    this.heartbeats.listen((heartbeat) => void this.update(heartbeat));
  }

  /** The state of all processes. */
  states(): ProcessHealth[] {
    return this.registry.states(Date.now());
  }

  private async update(heartbeat: HeartbeatMessage): Promise<void> {
    const now = Date.now();
    const updated = this.registry.update(heartbeat, now);
    const old = this.registry.removeExpired(now);
    await this.tryRedis(async () => {
      await this.redis.hset(REDIS_KEY, toKey(updated), JSON.stringify(updated));
      if (old.length > 0) await this.redis.hdel(REDIS_KEY, ...old);
    });
  }

  private async load(): Promise<void> {
    for (const text of Object.values(await this.redis.hgetall(REDIS_KEY))) {
      const remembered = knownProcess.safeParse(JSON.parse(text));
      if (remembered.success) this.registry.load(remembered.data);
    }
  }

  /** Nothing depends on the copy. */
  private async tryRedis(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.debug('saving the process list to Redis failed', error);
    }
  }
}
