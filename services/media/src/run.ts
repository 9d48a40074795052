import 'reflect-metadata';
import { createWorker } from '@ctdb/chassis';
import { RunModule } from './run.module.js';
import { RunOnce } from './runs/run-once.js';

// `run.js full` or `run.js drill`, for whoever keeps the times: ends with 1 where the run fails.
const type = process.argv[2];
if (type !== 'full' && type !== 'drill') throw new Error('say full or drill');
const app = await createWorker(RunModule);
const { status, totalImages, successfulBackups, failedBackups, errorMessage } = await app
  .get(RunOnce)
  .run(type);
const told = { type, status, totalImages, successfulBackups, failedBackups, errorMessage };
process.stdout.write(`${JSON.stringify(told)}\n`);
await app.close();
process.exitCode = status === 'completed' ? 0 : 1;
