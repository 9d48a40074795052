import { Module } from '@nestjs/common';
import { QueuesModule } from '../queues/queues.module.js';
import { ProcessQueue } from './process-queue.js';

@Module({ imports: [QueuesModule], providers: [ProcessQueue], exports: [ProcessQueue] })
export class ProcessQueueModule {}
