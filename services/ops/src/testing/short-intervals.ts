import { jobTiming, workerRecovery } from '@ctdb/chassis/jobs';
import { clusterTiming } from '../deployments/cluster/custom-domain.js';
import { activeProbeTiming } from '../deployments/releases/active-release-probe.js';
import { publicProbeTiming } from '../deployments/releases/public-url-probe.js';
import { apiCheckTiming } from '../deployments/releases/smoke-test.js';

// A lost worker and an absent answer are noticed sooner than in production, unless KILL_ROUNDS is set.
if (process.env['KILL_ROUNDS'] === undefined) {
  Object.assign(jobTiming, { heartbeatMs: 200, staleMs: 1_000, lostMs: 4_000 });
  Object.assign(workerRecovery, { lockDuration: 1_000, stalledInterval: 500 });
  Object.assign(clusterTiming, { pollMs: 50, routeWaitMs: 10_000 });
  Object.assign(activeProbeTiming, { timeoutMs: 5_000, intervalMs: 30 });
  Object.assign(publicProbeTiming, { timeoutMs: 3_000, intervalMs: 30 });
  Object.assign(apiCheckTiming, { intervalMs: 20 });
}
