import { AppLogger, HeartbeatListener, REDIS, type HeartbeatMessage } from '@ctdb/chassis';
import type { ProcessHealth } from '@ctdb/contracts';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { knownProcess, toKey, ProcessRegistry } from './process-registry.js';

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
    private readonly listener: HeartbeatListener,
    @Inject(REDIS) private readonly redis: Redis,
    private readonly logger: AppLogger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.tryRedis(() => this.load());
    this.listener.listen((heartbeat) => void this.update(heartbeat));
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
