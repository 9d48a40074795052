import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { Metrics } from '@ctdb/chassis';
import { describe, expect, it } from '@jest/globals';
import type { MediaConfig } from '../config.js';
import type { BackupImagesRepository } from '../images/backup-images.repository.js';
import type { RunsRepository } from '../runs/runs.repository.js';
import { BackupFileStore } from './backup-file-store.js';
import { BackupFolderMetrics, BackupMetrics } from './backup.metrics.js';

const figuresOf = async (
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
const DRILL_PREFIX = /^backup_last_success_timestamp_seconds\{type="drill".*\} (.+)$/m;

describe('the figures of backups', () => {
  it('tell what has none, and when the last ones ended well', async () => {
    const figure = await figuresOf(
      () => Promise.resolve({ total: 24, verified: 21 }),
      (type) => Promise.resolve(type === 'full' ? new Date(1_767_225_600_000) : undefined),
    );
    expect(figure(UNPROTECTED)).toBe('3');
    expect(figure(FULL)).toBe('1767225600');
    expect(figure(DRILL_PREFIX)).toBe('0');
  });

  it('are no numbers while the database is away', async () => {
    const away = () => Promise.reject(new Error('away'));
    const figure = await figuresOf(away, away);
    expect([figure(UNPROTECTED), figure(FULL), figure(DRILL_PREFIX)]).toEqual([
      'Nan',
      'Nan',
      'Nan',
    ]);
  });
});

const figureOf = async (folder: string): Promise<string> => {
  const metrics = new Metrics('media-worker');
  new BackupFolderMetrics(metrics, new BackupFileStore({ backup: { folder } } as MediaConfig));
  return metrics.getSingleMetricAsString('backup_folder_free_bytes');
};
const numberIn = (text: string) => Number(/\} (.+)$/m.exec(text)?.[1]);

describe('the figure of the backup folder', () => {
  it('is the room that its disk has left', async () => {
    const { blocks, bsize } = await statfs(tmpdir());
    const free = numberIn(await figureOf(tmpdir()));
    expect(free).toBeGreaterThan(0);
    expect(free).toBeLessThanOrEqual(blocks * bsize);
  });

  it('is no number where there is no folder', async () => {
    expect(await figureOf('/nowhere/at/all')).toContain('} Nan');
  });
});
