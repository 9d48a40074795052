import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { RunLogRepository } from '../runs/run-log.repository.js';
import { failureOf } from '../runs/run-loop.js';
import { RunAbort } from '../runs/run-task.js';
import { BackupFolder } from './backup-folder.js';
import { BackupKeeper } from './backup-keeper.js';
import { KeptImagesRepository } from './kept-images.repository.js';

/** The backup that every image gets when it is ready. */
@Injectable()
export class AutomaticBackups {
  constructor(
    private readonly images: KeptImagesRepository,
    private readonly keeper: BackupKeeper,
    private readonly folder: BackupFolder,
    private readonly logs: RunLogRepository,
  ) {}

  /** Backs an image up and logs it. Throws where another try may help. */
  async run(id: string): Promise<void> {
    const imageId = Types.ObjectId.createFromHexString(id);
    const startTime = new Date();
    const log = { imageId, startTime, backupPath: this.folder.root };
    const image = await this.images.find(imageId);
    if (!image || image.backedUpAt) return;
    try {
      const outcome = await this.keeper.ensure(image, 'automatic');
      if (!outcome) return;
      if ('repaired' in outcome) return await this.logs.automatic(log);
      const failure = failureOf(image, outcome.fault);
      await this.logs.automatic({ ...log, failure, errorMessage: 'incomplete' });
      throw new Error(outcome.fault);
    } catch (error) {
      if (error instanceof RunAbort)
        await this.logs.automatic({ ...log, errorMessage: error.fault });
      throw error;
    }
  }
}
