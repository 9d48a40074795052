import { AppLogger, HeartbeatEar, REDIS, type Beat } from '@ctdb/chassis';
import type { ProcessHealth } from '@ctdb/contracts';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { heardProcess, keyOf, ProcessList } from './process-list.js';

/** Where the processes are remembered, for the time after a restart of this one. */
const MEMORY = 'ops:processes';

/**
 * Hears all processes. Each replica hears for itself; Redis only helps the memory, so that a process
 * that died together with this one is missed all the same.
 */
@Injectable()
export class ProcessesService implements OnApplicationBootstrap {
  private readonly list = new ProcessList();

  constructor(
    private readonly ear: HeartbeatEar,
    @Inject(REDIS) private readonly redis: Redis,
    private readonly logger: AppLogger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.remember(() => this.recall());
    await this.ear.listen((told) => void this.hear(told));
  }

  /** How all processes are. */
  states(): ProcessHealth[] {
    return this.list.states(Date.now());
  }

  private async hear(told: Beat): Promise<void> {
    const now = Date.now();
    const heard = this.list.hear(told, now);
    const old = this.list.forgetOld(now);
    await this.remember(async () => {
      await this.redis.hset(MEMORY, keyOf(heard), JSON.stringify(heard));
      if (old.length > 0) await this.redis.hdel(MEMORY, ...old);
    });
  }

  private async recall(): Promise<void> {
    for (const text of Object.values(await this.redis.hgetall(MEMORY))) {
      const remembered = heardProcess.safeParse(JSON.parse(text));
      if (remembered.success) this.list.recall(remembered.data);
    }
  }

  /** Nothing depends on the memory. */
  private async remember(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.debug('the memory of processes cannot be reached', error);
    }
  }
}
