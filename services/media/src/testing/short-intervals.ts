import { jobTiming, workerRecovery } from '@ctdb/chassis/jobs';
import { uploadTiming } from '../uploads/uploads.service.js';

// A lost worker is noticed sooner than in production, unless KILL_ROUNDS is set.
if (process.env['KILL_ROUNDS'] === undefined) {
  Object.assign(jobTiming, { heartbeatMs: 250, staleMs: 1_000 });
  Object.assign(workerRecovery, { lockDuration: 1_000, stalledInterval: 300 });
  uploadTiming.requeueIntervalMs = 300;
}
