import { jobTiming, workerRecovery } from '@ctdb/chassis/jobs';
import { probeTiming } from '../deployments/live-probe.js';

// A lost worker and an absent answer are noticed sooner than in production, unless KILL_ROUNDS is set.
if (process.env['KILL_ROUNDS'] === undefined) {
  Object.assign(jobTiming, { heartbeatMs: 200, staleMs: 1_000, lostMs: 4_000 });
  Object.assign(workerRecovery, { lockDuration: 1_000, stalledInterval: 500 });
  Object.assign(probeTiming, { gatewaysMs: 5_000, publicMs: 3_000, pauseMs: 30 });
}
