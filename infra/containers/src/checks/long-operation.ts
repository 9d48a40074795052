import type { Client } from '../load/client.ts';
import { assert, waitUntil } from '../report.ts';

/** Allows for another worker that takes the operation over within a minute. */
const TAKEOVER_TIMEOUT_MS = 180_000;
/** Each gateway serves the new release within this time. */
const ACTIVATION_TIMEOUT_MS = 30_000;
/** More than there are gateways behind the address. */
const PROBE_COUNT = 6;

/** Work that takes the product a while and must succeed. */
export interface LongOperation<T> {
  /** Starts one; returns its id. */
  start(client: Client): Promise<string>;
  /** Returns its result; throws if it fails or takes too long. */
  waitForEnd(client: Client, id: string): Promise<T>;
}

interface BackupLog {
  status: string;
  totalImages: number;
  failedBackups: number;
}

interface Deployment {
  stage: string;
  message: string;
  releaseId?: string;
}

/** A full backup; results in its number of images. */
export const backup: LongOperation<number> = {
  async start(client) {
    return (await client.json<{ id: string }>({ method: 'POST', path: '/api/backup/full' })).id;
  },
  async waitForEnd(client, id) {
    const log = await waitUntil(`the backup ${id} is over`, TAKEOVER_TIMEOUT_MS, async () => {
      const now = await client.json<BackupLog>({ path: `/api/backup/${id}` });
      return now.status === 'running' ? undefined : now;
    });
    assert(
      log.status === 'completed' && log.failedBackups === 0,
      `the backup ${id} is ${log.status}, with ${log.failedBackups} failures`,
    );
    return log.totalImages;
  },
};

/** A deployment; results in the id of its release, which every gateway serves. */
export const deployment: LongOperation<string> = {
  async start(client) {
    const { deploymentId, alreadyRunning } = await client.json<{
      deploymentId: string;
      alreadyRunning: boolean;
    }>({
      method: 'POST',
      path: '/api/deployment/start',
      body: { projectName: 'Containers' },
    });
    assert(!alreadyRunning, `the deployment ${deploymentId} runs already`);
    return deploymentId;
  },
  async waitForEnd(client, id) {
    const path = `/api/deployment/status/${id}`;
    const { stage, message, releaseId } = await waitUntil(
      `the deployment ${id} is over`,
      TAKEOVER_TIMEOUT_MS,
      async () => {
        const now = await client.json<Deployment>({ path });
        return ['completed', 'failed'].includes(now.stage) ? now : undefined;
      },
    );
    assert(stage === 'completed', `the deployment ${id} ended as ${stage}: ${message}`);
    assert(releaseId !== undefined, `the deployment ${id} has no release`);
    await waitUntil(`the release ${releaseId} is live`, ACTIVATION_TIMEOUT_MS, async () => {
      for (let probe = 0; probe < PROBE_COUNT; probe += 1)
        if ((await live(client)) !== releaseId) return undefined;
      return true;
    });
    return releaseId;
  },
};

async function live(client: Client): Promise<string> {
  return (await client.json<{ releaseId: string }>({ path: '/release.json' })).releaseId;
}

/** Repeats the operation until `work` is done, started before it; returns how many succeeded. */
export async function repeatDuring<T>(
  client: Client,
  operation: LongOperation<T>,
  work: () => Promise<void>,
): Promise<number> {
  let isDone = false;
  const repeat = async (first: string): Promise<number> => {
    for (let id = first, count = 1; ; count += 1) {
      await operation.waitForEnd(client, id);
      if (isDone) return count;
      id = await operation.start(client);
    }
  };
  const operations = repeat(await operation.start(client));
  const working = work().finally(() => {
    isDone = true;
  });
  // Both end before an error of one is thrown.
  await Promise.allSettled([operations, working]);
  await working;
  return operations;
}
