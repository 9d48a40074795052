import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { AppLogger } from '@ctdb/chassis';
import { ObjectNotFoundError, ObjectStore, type StoredFile } from '@ctdb/chassis/storage';
import type { ImageErrorCode } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { ImagesRepository } from '../images/images.repository.js';
import { hasFiles, type ImageRecord, type ImageWithFiles } from '../images/image.record.js';
import type { ImageResult } from '../runs/run.record.js';
import { BackupFileStore, FileWriteError } from './backup-file-store.js';
import type { BackupRecord } from './backup.record.js';
import { BackupsRepository } from './backups.repository.js';
import { ChecksumMismatchError, isSame } from './digest.js';

type BackupType = BackupRecord['backupType'];

/**
 * Gives images valid backups. A valid file is only read and compared, another one is written again from
 * the master. The database records a backup only after it was read back.
 */
@Injectable()
export class BackupWriter {
  constructor(
    private readonly files: BackupFileStore,
    private readonly store: ObjectStore,
    private readonly backups: BackupsRepository,
    private readonly images: ImagesRepository,
    private readonly logger: AppLogger,
  ) {}

  /** Writes or verifies the backup of one image, and stores the result. */
  async ensureBackup(image: ImageRecord): Promise<ImageResult> {
    return this.saveResult(image, await this.writeOrVerify(image));
  }

  /** Stores the result of one image. A backup that is not valid is written again later. */
  async saveResult(image: ImageRecord, result: ImageResult): Promise<ImageResult> {
    const [saved = null] = await this.saveResults([image], [result], 'automatic');
    return saved;
  }

  /** Handles the file only; {@link saveResults} has to follow. */
  async writeOrVerify(image: ImageRecord): Promise<ImageResult> {
    if (!image.files) return { error: 'notConverted' };
    const { master } = image.files;
    const path = this.files.getPath(image, master);
    if (await this.isValid(path, master)) return { repaired: false };
    const error = await this.copy(path, master);
    return error ? { error } : { repaired: true };
  }

  /**
   * Stores the results of some images, in few writes. The result of an image that was purged meanwhile
   * becomes null, and its backup is deleted.
   */
  async saveResults(
    images: readonly ImageRecord[],
    results: readonly ImageResult[],
    type: BackupType,
  ): Promise<ImageResult[]> {
    const now = new Date();
    const right = images.filter((_, index) => 'repaired' in (results[index] ?? {}));
    const wrong = images.filter((_, index) => 'error' in (results[index] ?? {}));
    const ids = (some: ImageRecord[]) => some.map(({ _id }) => _id);
    const verified = right.filter(hasFiles).map((image) => this.verified(image, type, now));
    await this.files.sync(verified.map(({ backupPath }) => backupPath));
    await this.backups.save(verified);
    await this.backups.markInvalid(ids(wrong));
    const kept = new Set([
      ...(await this.images.setBackedUp(ids(right), now)),
      ...(await this.images.setBackedUp(ids(wrong), null)),
    ]);
    const isKept = ({ _id }: ImageRecord) => kept.has(_id.toHexString());
    for (const image of right) if (!isKept(image)) await this.remove(image);
    return images.map((image, index) => (isKept(image) ? (results[index] ?? null) : null));
  }

  /** Removes all backups of an image: the row last, so that the next attempt finds a file that is left. */
  async remove(image: ImageRecord): Promise<void> {
    const { _id, files } = image;
    const backup = await this.backups.findByImage(_id);
    // A killed worker may have left a file without a row, or with another one.
    const paths = new Set([files && this.files.getPath(image, files.master), backup?.backupPath]);
    for (const path of paths) if (path !== undefined) await this.files.remove(path);
    await this.backups.remove(_id);
  }

  /** A file that cannot be read is not valid. */
  private async isValid(path: string, master: StoredFile): Promise<boolean> {
    const found = await this.files.digest(path).catch(() => null);
    return found !== null && isSame(found, master);
  }

  private async copy(path: string, master: StoredFile): Promise<ImageErrorCode | undefined> {
    let source: Readable | undefined;
    try {
      source = await this.store.get(master.key);
      await this.files.write(path, source, master);
      return undefined;
    } catch (error) {
      // Without it a file that cannot be opened keeps the connection of the storage.
      source?.destroy();
      if (error instanceof ObjectNotFoundError) return 'masterMissing';
      if (error instanceof ChecksumMismatchError) return 'masterCorrupt';
      if (!(error instanceof FileWriteError)) throw error;
      this.logger.error('writing a backup failed', error.cause, { path });
      // A file that cannot be read is there, too.
      const found = await this.files.digest(path).catch(() => path);
      return found === null ? 'backupMissing' : 'backupCorrupt';
    }
  }

  private verified(image: ImageWithFiles, backupType: BackupType, verifiedAt: Date) {
    const { _id, filename, files, treatmentId, diseaseId } = image;
    const backupPath = this.files.getPath(image, files.master);
    return {
      originalImageId: _id,
      backupFilename: basename(backupPath),
      originalFilename: filename ?? '',
      backupPath,
      backupType,
      checksum: files.master.sha256,
      fileSize: files.master.bytes,
      treatmentId,
      diseaseId,
      verifiedAt,
    };
  }
}
