import type { WorkerOptions } from 'bullmq';
import { jobTiming } from '@ctdb/chassis/jobs';
import { BackupProcessor } from '../../src/backups/backup.processor.js';
import { RunProcessor } from '../../src/runs/run.processor.js';
import { UploadProcessor } from '../../src/uploads/upload.processor.js';

// A lost worker is noticed sooner than in production, except in long runs.
if (process.env['KILL_ROUNDS'] === undefined) {
  Object.assign(jobTiming, { heartbeatMs: 500, staleMs: 3_000 });
  for (const processor of [BackupProcessor, RunProcessor, UploadProcessor]) {
    const options = Reflect.getMetadata('bullmq:worker_metadata', processor) as WorkerOptions;
    Object.assign(options, { lockDuration: 2_000, stalledInterval: 1_000 });
  }
}
