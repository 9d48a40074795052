import { Metrics } from '@ctdb/chassis';
import { describe, expect, it } from '@jest/globals';
import type { RunLogRepository } from '../runs/run-log.repository.js';
import { BackupFigures } from './backup.figures.js';
import type { KeptImagesRepository } from './kept-images.repository.js';

const figuresOf = async (
  coverage: () => Promise<{ total: number; verified: number }>,
  lastSuccess: (type: string) => Promise<Date | undefined>,
) => {
  const metrics = new Metrics('media');
  new BackupFigures(
    metrics,
    { coverage } as unknown as KeptImagesRepository,
    { lastSuccess } as unknown as RunLogRepository,
  );
  const text = await metrics.metrics();
  return (line: RegExp) => line.exec(text)?.[1];
};

const UNPROTECTED = /^images_without_backup\{.*\} (.+)$/m;
const FULL = /^backup_last_success_timestamp_seconds\{type="full".*\} (.+)$/m;
const DRILL = /^backup_last_success_timestamp_seconds\{type="drill".*\} (.+)$/m;

describe('the figures of backups', () => {
  it('tell what has none, and when the last ones ended well', async () => {
    const figure = await figuresOf(
      () => Promise.resolve({ total: 24, verified: 21 }),
      (type) => Promise.resolve(type === 'full' ? new Date(1_767_225_600_000) : undefined),
    );
    expect(figure(UNPROTECTED)).toBe('3');
    expect(figure(FULL)).toBe('1767225600');
    expect(figure(DRILL)).toBe('0');
  });

  it('are no numbers while the database is away', async () => {
    const away = () => Promise.reject(new Error('away'));
    const figure = await figuresOf(away, away);
    expect([figure(UNPROTECTED), figure(FULL), figure(DRILL)]).toEqual(['Nan', 'Nan', 'Nan']);
  });
});
