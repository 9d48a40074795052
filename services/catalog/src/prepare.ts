import { createWorker } from '@ctdb/chassis';
import { CatalogModule } from './catalog.module.js';

// What a start does before it serves (indexes, sample data), without serving: for a Job before a rollout.
const app = await createWorker(CatalogModule);
await app.close();
