import { Injectable } from '@nestjs/common';
import { BackupManifests } from '../backups/backup-manifests.js';
import { BackupWriter } from '../backups/backup-writer.js';
import type { ImageRecord } from '../images/image.record.js';
import type { ImageResult, RunHandler } from '../runs/run-handler.js';
import type { RunRecord } from '../runs/run.record.js';

/** Full backup: afterwards every image has a valid backup, or is listed as failed. */
@Injectable()
export class FullBackupHandler implements RunHandler {
  readonly type = 'full';
  readonly concurrency = 8;
  readonly failsWithImages = true;

  constructor(
    private readonly writer: BackupWriter,
    private readonly manifests: BackupManifests,
  ) {}

  processImage(image: ImageRecord): Promise<ImageResult> {
    return this.writer.writeOrVerify(image);
  }

  saveResults(images: readonly ImageRecord[], results: readonly ImageResult[]) {
    return this.writer.saveResults(images, results, 'full');
  }

  complete(run: RunRecord): Promise<void> {
    return this.manifests.write(run);
  }
}
