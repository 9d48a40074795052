import 'reflect-metadata';
import { createWorker } from '@ctdb/chassis';
import { Module } from '@nestjs/common';
import { createMediaChassis } from './chassis.js';
import { RunAndWait } from './runs/run-once.js';
import { RunsModule } from './runs/runs.module.js';
import { StorageModule } from './storage/storage.module.js';

@Module({
  imports: [StorageModule, createMediaChassis('media-run'), RunsModule],
  providers: [RunAndWait],
})
class RunModule {}

// `run.js full` or `run.js drill`, for an external schedule: exits with 1 if the run fails.
const type = process.argv[2];
if (type !== 'full' && type !== 'drill') throw new Error('usage: run.js full|drill');
const app = await createWorker(RunModule);
const { status, totalImages, successfulBackups, failedBackups, errorMessage } = await app
  .get(RunAndWait)
  .run(type);
const result = { type, status, totalImages, successfulBackups, failedBackups, errorMessage };
process.stdout.write(`${JSON.stringify(result)}\n`);
await app.close();
process.exitCode = status === 'completed' ? 0 : 1;
