import 'reflect-metadata';
import { createWorker } from '@ctdb/chassis';
import { Module } from '@nestjs/common';
import { MediaCoreModule } from './media-core.module.js';
import { RunsService } from './runs/runs.service.js';

@Module({ imports: [MediaCoreModule.forProcess('media-run', { isCommand: true })] })
class RunModule {}

// `run.js full` or `run.js drill`, for an external schedule: exits with 1 if the run fails.
const type = process.argv[2];
if (type !== 'full' && type !== 'drill') throw new Error('usage: run.js full|drill');
const app = await createWorker(RunModule);
const runs = app.get(RunsService, { strict: false });
const { id } = await runs.start({ type });
const { status, totalImages, successfulBackups, failedBackups, errorMessage } =
  await runs.waitForEnd(id);
const result = { type, status, totalImages, successfulBackups, failedBackups, errorMessage };
process.stdout.write(`${JSON.stringify(result)}\n`);
await app.close();
process.exitCode = status === 'completed' ? 0 : 1;
