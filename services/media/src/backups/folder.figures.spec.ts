import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { Metrics } from '@ctdb/chassis';
import { describe, expect, it } from '@jest/globals';
import type { MediaConfig } from '../config.js';
import { BackupFolder } from './backup-folder.js';
import { FolderFigures } from './folder.figures.js';

const figureOf = async (folder: string): Promise<string> => {
  const metrics = new Metrics('media-worker');
  new FolderFigures(metrics, new BackupFolder({ backup: { folder } } as MediaConfig));
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
