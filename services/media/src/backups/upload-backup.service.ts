import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { BackupImagesRepository } from '../images/backup-images.repository.js';
import { BackupLogRepository } from '../runs/run-log.repository.js';
import { toRunFailure } from '../runs/run-loop.js';
import { RunAbortedError } from '../runs/run-task.js';
import { BackupFileStore } from './backup-file-store.js';
import { BackupWriter } from './backup-writer.js';

/** The backup that every image gets when it is ready. */
@Injectable()
export class UploadBackupService {
  constructor(
    private readonly images: BackupImagesRepository,
    private readonly keeper: BackupWriter,
    private readonly folder: BackupFileStore,
    private readonly logs: BackupLogRepository,
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
      const failure = toRunFailure(image, outcome.fault);
      await this.logs.automatic({ ...log, failure, errorMessage: 'incomplete' });
      throw new Error(outcome.fault);
    } catch (error) {
      if (error instanceof RunAbortedError)
        await this.logs.automatic({ ...log, errorMessage: error.fault });
      throw error;
    }
  }
}
