import type { BackupDetail } from '@ctdb/contracts';
import { must } from '../../report.ts';
import { until } from '../../until.ts';
import type { World } from '../world.ts';
import { uploaded } from './images.ts';

const RUN_MS = 60_000;

/** The run once it is over; throws where it has failed. */
function completed({ tour, admin }: World, id: string): Promise<BackupDetail> {
  return until(`the run ${id} is over`, RUN_MS, async () => {
    const run = await tour.call(admin, 'getBackupLog', { params: { id } });
    if (run.status === 'running') return undefined;
    must(run.status === 'completed' && run.failures.length === 0, JSON.stringify(run));
    return run;
  });
}

/** Backs all images up, restores one, restores all into a scratch place, and looks at every one. */
export async function backups(world: World): Promise<string> {
  const { tour, admin } = world;
  const { treatment } = await world.treated();
  const image = await uploaded(world, treatment);
  const full = await tour.call(admin, 'startFullBackup');
  const { totalImages } = await completed(world, full.id);
  const restore = await tour.call(admin, 'startRestore', { body: { imageId: image.id } });
  must((await completed(world, restore.id)).totalImages === 1, 'not one image was restored');
  await completed(world, (await tour.call(admin, 'startDrill')).id);
  const { lastFull, lastDrill, recentLogs } = await tour.call(admin, 'getBackupStatus');
  must(lastFull?.id === full.id, 'the status tells of another full backup');
  must(lastDrill?.passed === true, `the drill: ${JSON.stringify(lastDrill)}`);
  must(
    recentLogs.some(({ id }) => id === restore.id),
    'the log lacks the restore',
  );
  return `${totalImages} images, ${lastDrill.images} of them restored in ${lastDrill.seconds} s`;
}

/** Looks at every image and repairs; the answer comes at the end, or says that it goes on. */
export async function health({ tour, admin }: World): Promise<string> {
  const { id, message } = await tour.call(admin, 'fixImages');
  must(message !== '', 'there is no message');
  const last = await until('all images were looked at', RUN_MS, async () => {
    const { last: found } = await tour.call(admin, 'getImageHealth');
    return found?.id === id && found.status !== 'running' ? found : undefined;
  });
  must(last.status === 'completed' && last.unrepairable.length === 0, JSON.stringify(last));
  const { queues } = await tour.call(admin, 'getMediaQueues');
  const failed = queues.filter((queue) => queue.failed > 0);
  must(queues.length === 3 && failed.length === 0, JSON.stringify(queues));
  return `${last.checked} images checked`;
}
