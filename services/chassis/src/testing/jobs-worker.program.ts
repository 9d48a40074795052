import { startWorker } from '../index.js';
import { WorkerModule } from './jobs.fixture.js';

await startWorker({ name: 'catalog-worker', module: WorkerModule });
