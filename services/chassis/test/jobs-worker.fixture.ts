import { startWorker } from '@ctdb/chassis';
import { WorkerModule } from './jobs.fixture.js';

await startWorker({ name: 'catalog-worker', module: WorkerModule });
