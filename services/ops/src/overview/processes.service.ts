import { AppLogger, HeartbeatEar, REDIS, type Beat } from '@ctdb/chassis';
import type { ProcessHealth } from '@ctdb/contracts';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { knownProcess, toKey, ProcessRegistry } from './process-registry.js';

/** Where the processes are remembered, for the time after a restart of this one. */
const REDIS_KEY = 'ops:processes';

/**
 * Hears all processes. Each replica hears for itself; Redis only helps the memory, so that a process
 * that died together with this one is missed all the same.
 */
@Injectable()
export class ProcessesService implements OnApplicationBootstrap {
  private readonly list = new ProcessRegistry();

  constructor(
    private readonly ear: HeartbeatEar,
    @Inject(REDIS) private readonly redis: Redis,
    private readonly logger: AppLogger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.tryRedis(() => this.load());
    await this.ear.listen((told) => void this.update(told));
  }

  /** How all processes are. */
  states(): ProcessHealth[] {
    return this.list.states(Date.now());
  }

  private async update(told: Beat): Promise<void> {
    const now = Date.now();
    const heard = this.list.update(told, now);
    const old = this.list.removeExpired(now);
    await this.tryRedis(async () => {
      await this.redis.hset(REDIS_KEY, toKey(heard), JSON.stringify(heard));
      if (old.length > 0) await this.redis.hdel(REDIS_KEY, ...old);
    });
  }

  private async load(): Promise<void> {
    for (const text of Object.values(await this.redis.hgetall(REDIS_KEY))) {
      const remembered = knownProcess.safeParse(JSON.parse(text));
      if (remembered.success) this.list.load(remembered.data);
    }
  }

  /** Nothing depends on the memory. */
  private async tryRedis(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.debug('saving the process list to Redis failed', error);
    }
  }
}
