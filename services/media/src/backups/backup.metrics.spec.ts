import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { Metrics } from '@ctdb/chassis';
import { describe, expect, it } from '@jest/globals';
import type { MediaConfig } from '../config.js';
import type { BackupImagesRepository } from '../images/backup-images.repository.js';
import type { RunsRepository } from '../runs/runs.repository.js';
import { BackupFileStore } from './backup-file-store.js';
import { BackupFolderMetrics, BackupMetrics } from './backup.metrics.js';

const createMetrics = async (
  coverage: () => Promise<{ total: number; verified: number }>,
  lastSuccess: (type: string) => Promise<Date | undefined>,
) => {
  const metrics = new Metrics('media');
  new BackupMetrics(
    metrics,
    { coverage } as unknown as BackupImagesRepository,
    { lastSuccess } as unknown as RunsRepository,
  );
  const text = await metrics.metrics();
  return (line: RegExp) => line.exec(text)?.[1];
};

const UNPROTECTED = /^images_without_backup\{.*\} (.+)$/m;
const FULL = /^backup_last_success_timestamp_seconds\{type="full".*\} (.+)$/m;
const DRILL = /^backup_last_success_timestamp_seconds\{type="drill".*\} (.+)$/m;

describe('the metrics of backups', () => {
  it('count images without a backup, and give the time of the last success', async () => {
    const value = await createMetrics(
      () => Promise.resolve({ total: 24, verified: 21 }),
      (type) => Promise.resolve(type === 'full' ? new Date(1_767_225_600_000) : undefined),
    );
    expect(value(UNPROTECTED)).toBe('3');
    expect(value(FULL)).toBe('1767225600');
    expect(value(DRILL)).toBe('0');
  });

  it('are not numbers while the database is unreachable', async () => {
    const unreachable = () => Promise.reject(new Error('unreachable'));
    const value = await createMetrics(unreachable, unreachable);
    expect([value(UNPROTECTED), value(FULL), value(DRILL)]).toEqual(['Nan', 'Nan', 'Nan']);
  });
});

const readFreeBytes = async (folder: string): Promise<string> => {
  const metrics = new Metrics('media-worker');
  new BackupFolderMetrics(metrics, new BackupFileStore({ backup: { folder } } as MediaConfig));
  return metrics.getSingleMetricAsString('backup_folder_free_bytes');
};
const numberIn = (text: string) => Number(/\} (.+)$/m.exec(text)?.[1]);

describe('the metric of the backup folder', () => {
  it('is the free space of its disk', async () => {
    const { blocks, bsize } = await statfs(tmpdir());
    const free = numberIn(await readFreeBytes(tmpdir()));
    expect(free).toBeGreaterThan(0);
    expect(free).toBeLessThanOrEqual(blocks * bsize);
  });

  it('is not a number without a folder', async () => {
    expect(await readFreeBytes('/nowhere/at/all')).toContain('} Nan');
  });
});
