import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppLogger, repeat, type Repeated } from '@ctdb/chassis';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { BackupFileStore, isFileNotFound, TEMP_SUFFIX } from './backup-file-store.js';

const HOUR_MS = 3_600_000;
const RHYTHM = { first: 60_000, every: HOUR_MS };

/** Removes what workers that died have begun to write. */
@Injectable()
export class TempFileSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private job: Repeated | undefined;

  constructor(
    private readonly folder: BackupFileStore,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.job = repeat('clearing the backup folder', RHYTHM, this.logger, () => this.run());
  }

  async onModuleDestroy(): Promise<void> {
    await this.job?.stop();
  }

  /** One turn: what nobody has written to for an hour goes. */
  async run(now = Date.now()): Promise<void> {
    for await (const path of parts(this.folder.root)) {
      const { mtimeMs } = await stat(path);
      if (mtimeMs < now - HOUR_MS) await rm(path, { force: true });
    }
  }
}

const parts = async function* (root: string): AsyncGenerator<string> {
  try {
    for await (const entry of await opendir(root, { recursive: true }))
      if (entry.isFile() && entry.name.endsWith(TEMP_SUFFIX))
        yield join(entry.parentPath, entry.name);
  } catch (error) {
    // There is none before the first backup.
    if (!isFileNotFound(error)) throw error;
  }
};
