import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Metrics } from '@ctdb/chassis';
import { expect, it } from 'vitest';
import type { MediaConfig } from '../config.js';
import type { ImagesRepository } from '../images/images.repository.js';
import type { RunsRepository } from '../runs/runs.repository.js';
import { BackupFileStore } from './backup-file-store.js';
import { BackupFolderMetrics, BackupMetrics } from './backup.metrics.js';

/** The metric with its samples, as soon as they are read. */
const readMetric = async (metrics: Metrics, name: string): Promise<string> => {
  for (;;) {
    const text = await metrics.getSingleMetricAsString(name);
    if (text.includes('} ')) return text;
    await nextTurn();
  }
};

it('the metrics of backups count images without a backup, and give the time of the last success', async () => {
  const metrics = new Metrics('media');
  const coverage = () => Promise.resolve({ total: 24, verified: 21 });
  const lastSuccess = (type: string) =>
    Promise.resolve(type === 'full' ? new Date(1_767_225_600_000) : undefined);
  new BackupMetrics(
    metrics,
    { coverage } as unknown as ImagesRepository,
    { lastSuccess } as unknown as RunsRepository,
  );
  expect(await readMetric(metrics, 'images_without_backup')).toMatch(/\} 3$/m);
  const success = await readMetric(metrics, 'backup_last_success_timestamp_seconds');
  expect(success).toMatch(/type="full".*\} 1767225600$/m);
  expect(success).toMatch(/type="drill".*\} 0$/m);
});

it('the metrics of backups give the free space of the disk of the backup folder', async () => {
  const metrics = new Metrics('media-worker');
  const config = { backup: { folder: tmpdir() } } as MediaConfig;
  new BackupFolderMetrics(metrics, new BackupFileStore(config));
  const read = async (name: string) =>
    Number(/\} (.+)$/m.exec(await readMetric(metrics, name))?.[1]);
  const { blocks, bsize } = await statfs(tmpdir());
  expect(await read('backup_folder_size_bytes')).toBe(blocks * bsize);
  const free = await read('backup_folder_free_bytes');
  expect(free).toBeGreaterThan(0);
  expect(free).toBeLessThanOrEqual(blocks * bsize);
});
