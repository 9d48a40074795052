import { expect, it } from 'vitest';
import {
  Injectable,
  Module,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { AppLogger } from '../logging/app-logger.js';
import { createWorker } from './process-lifecycle.js';

const order: string[] = [];
const logger = new AppLogger('worker', 'silent');

@Injectable()
class Work implements OnApplicationBootstrap, OnModuleDestroy {
  onApplicationBootstrap(): void {
    order.push('begins');
  }

  async onModuleDestroy(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    order.push('has finished');
  }
}

@Injectable()
class Connections {
  onApplicationShutdown(): void {
    order.push('connections are closed');
  }
}

@Module({ providers: [Connections, Work, { provide: AppLogger, useValue: logger }] })
class WorkerModule {}

@Module({ providers: [{ provide: 'BROKEN', useFactory: () => Promise.reject(new Error('no')) }] })
class BrokenModule {}

it('begins when all is there, and finishes before the connections go', async () => {
  const app = await createWorker(WorkerModule);
  expect(order).toEqual(['begins']);
  await app.close();
  expect(order).toEqual(['begins', 'has finished', 'connections are closed']);
});

it('leaves a failed start to the caller', async () => {
  await expect(createWorker(BrokenModule)).rejects.toThrow('no');
});
