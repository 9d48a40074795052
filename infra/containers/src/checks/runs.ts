import type { Client } from '../http/client.ts';
import { must } from '../report.ts';
import { until } from '../until.ts';

/** Also of a run whose worker is stopped in the middle: another takes it over within a minute. */
const LONG_MS = 180_000;
/** In which each gateway has the new pages. */
const LIVE_MS = 30_000;
/** More often than there are gateways behind an address. */
const LOOKS = 6;

/** Something that the product works on for a while, and that must end well. */
export interface Run<T> {
  /** Begins one; its id. */
  begin(client: Client): Promise<string>;
  /** What is told of it in the end; throws where it has failed, or takes too long. */
  ended(client: Client, id: string): Promise<T>;
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

/** A full backup: how many images it has. */
export const backup: Run<number> = {
  async begin(client) {
    return (await client.json<{ id: string }>({ method: 'POST', path: '/api/backup/full' })).id;
  },
  async ended(client, id) {
    const log = await until(`the backup ${id} is over`, LONG_MS, async () => {
      const now = await client.json<BackupLog>({ path: `/api/backup/${id}` });
      return now.status === 'running' ? undefined : now;
    });
    must(
      log.status === 'completed' && log.failedBackups === 0,
      `the backup ${id} is ${log.status}, with ${log.failedBackups} failures`,
    );
    return log.totalImages;
  },
};

/** A deployment: its release, which every gateway serves. */
export const deployment: Run<string> = {
  async begin(client) {
    const { deploymentId, alreadyRunning } = await client.json<{
      deploymentId: string;
      alreadyRunning: boolean;
    }>({
      method: 'POST',
      path: '/api/deployment/start',
      body: { projectName: 'Containers' },
    });
    must(!alreadyRunning, `the deployment ${deploymentId} runs already`);
    return deploymentId;
  },
  async ended(client, id) {
    const path = `/api/deployment/status/${id}`;
    const { stage, message, releaseId } = await until(
      `the deployment ${id} is over`,
      LONG_MS,
      async () => {
        const now = await client.json<Deployment>({ path });
        return ['completed', 'failed'].includes(now.stage) ? now : undefined;
      },
    );
    must(stage === 'completed', `the deployment ${id} ended as ${stage}: ${message}`);
    must(releaseId !== undefined, `the deployment ${id} has no release`);
    await until(`the release ${releaseId} is live`, LIVE_MS, async () => {
      for (let look = 0; look < LOOKS; look += 1)
        if ((await live(client)) !== releaseId) return undefined;
      return true;
    });
    return releaseId;
  },
};

async function live(client: Client): Promise<string> {
  return (await client.json<{ releaseId: string }>({ path: '/release.json' })).releaseId;
}

/** Works while one of `run` is always on, the first begun before it; how many ended well. */
export async function during<T>(
  client: Client,
  run: Run<T>,
  work: () => Promise<void>,
): Promise<number> {
  let isOver = false;
  const again = async (first: string): Promise<number> => {
    for (let id = first, count = 1; ; count += 1) {
      await run.ended(client, id);
      if (isOver) return count;
      id = await run.begin(client);
    }
  };
  const runs = again(await run.begin(client));
  const working = work().finally(() => {
    isOver = true;
  });
  // Neither goes on unseen where the other has failed.
  await Promise.allSettled([runs, working]);
  await working;
  return runs;
}
