import { jobTiming, workerRecovery } from '@ctdb/chassis/jobs';

// A lost worker is noticed sooner than in production, except in long runs.
if (process.env['KILL_ROUNDS'] === undefined) {
  Object.assign(jobTiming, { heartbeatMs: 500, staleMs: 3_000 });
  Object.assign(workerRecovery, { lockDuration: 2_000, stalledInterval: 1_000 });
}
