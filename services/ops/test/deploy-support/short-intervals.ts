import { jobTiming, workerRecovery } from '@ctdb/chassis/jobs';
import { clusterTiming } from '../../src/deployments/cluster/custom-domain.js';
import { activeProbeTiming } from '../../src/deployments/releases/active-release-probe.js';
import { publicProbeTiming } from '../../src/deployments/releases/public-url-probe.js';
import { apiCheckTiming } from '../../src/deployments/releases/smoke-test.js';

// A lost worker and an absent answer are noticed sooner than in production, except in long runs.
if (process.env['KILL_ROUNDS'] === undefined) {
  Object.assign(jobTiming, { heartbeatMs: 500, staleMs: 3_000, lostMs: 6_000 });
  Object.assign(workerRecovery, { lockDuration: 2_000, stalledInterval: 1_000 });
  Object.assign(clusterTiming, { pollMs: 200, routeWaitMs: 10_000 });
  Object.assign(activeProbeTiming, { timeoutMs: 4_000, intervalMs: 100 });
  Object.assign(publicProbeTiming, { timeoutMs: 2_000, intervalMs: 100 });
  Object.assign(apiCheckTiming, { intervalMs: 100 });
}
