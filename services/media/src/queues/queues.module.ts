import { Module } from '@nestjs/common';
import { Queues } from './queues.js';
import { Rush } from './rush.js';

@Module({ providers: [Queues, Rush], exports: [Queues, Rush] })
export class QueuesModule {}
