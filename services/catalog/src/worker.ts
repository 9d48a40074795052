import 'reflect-metadata';
import { startWorker } from '@ctdb/chassis';
import { WorkerModule } from './worker.module.js';

await startWorker({ name: 'catalog-worker', module: WorkerModule });
