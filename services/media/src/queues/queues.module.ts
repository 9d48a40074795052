import { Module } from '@nestjs/common';
import { Queues } from './queues.js';
import { InteractiveWork } from './rush.js';

@Module({ providers: [Queues, InteractiveWork], exports: [Queues, InteractiveWork] })
export class QueuesModule {}
