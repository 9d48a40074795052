import { basename } from 'node:path';
import { AppLogger } from '@ctdb/chassis';
import { ObjectNotFoundError, ObjectStore, type StoredFile } from '@ctdb/chassis/storage';
import type { ImageFault } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { BackupImagesRepository } from '../images/backup-images.repository.js';
import type { ImageRecord } from '../images/image.schema.js';
import type { ImageResult } from '../runs/run-handler.js';
import { BackupFileStore, FileWriteError } from './backup-file-store.js';
import type { BackupRecord } from './backup.schema.js';
import { BackupsRepository, type VerifiedBackup } from './backups.repository.js';
import { ChecksumMismatchError, isSame } from './digest.js';

type BackupType = BackupRecord['backupType'];

/**
 * Sees to it that images have right backups: one that is right is only read and compared, another
 * one is made anew of the master. The database says that there is one only after it was read back.
 */
@Injectable()
export class BackupWriter {
  constructor(
    private readonly files: BackupFileStore,
    private readonly store: ObjectStore,
    private readonly backups: BackupsRepository,
    private readonly images: BackupImagesRepository,
    private readonly logger: AppLogger,
  ) {}

  /** Sees to the file of one image, and stores how it went. */
  async ensureBackup(image: ImageRecord, type: BackupType): Promise<ImageResult> {
    const [outcome] = await this.saveResults([image], [await this.writeOrVerify(image)], type);
    return outcome ?? null;
  }

  /** Stores that the backup of an image is not right, so that it is made anew. */
  async markInvalid(image: ImageRecord, found: { fault: ImageFault }): Promise<ImageResult> {
    const [outcome] = await this.saveResults([image], [found], 'automatic');
    return outcome ?? null;
  }

  /** Sees to the file alone: {@link saveResults} has to follow. A new one is not looked for before. */
  async writeOrVerify(image: ImageRecord, { isNew = false } = {}): Promise<ImageResult> {
    if (!image.files) return { fault: 'notConverted' };
    const { master } = image.files;
    const path = this.files.getPath(image, master);
    if (!isNew && (await this.isValid(path, master))) return { repaired: false };
    const fault = await this.copy(path, master);
    if (!fault) return { repaired: true };
    // What was believed to be new may be there: then it is right without its master.
    return isNew && (await this.isValid(path, master)) ? { repaired: false } : { fault };
  }

  /**
   * Stores how it went with some images, in few writes. The outcome of those that were purged
   * meanwhile becomes null: their backups go, too.
   */
  async saveResults(
    images: readonly ImageRecord[],
    outcomes: readonly ImageResult[],
    type: BackupType,
  ): Promise<ImageResult[]> {
    const now = new Date();
    const right = images.filter((_, index) => 'repaired' in (outcomes[index] ?? {}));
    const wrong = images.filter((_, index) => 'fault' in (outcomes[index] ?? {}));
    const ids = (some: ImageRecord[]) => some.map(({ _id }) => _id);
    const verified = right.flatMap((image) => this.verified(image, type, now));
    await this.files.sync(verified.map(({ backupPath }) => backupPath));
    await this.backups.save(verified);
    await this.backups.markInvalid(ids(wrong));
    const kept = new Set([
      ...(await this.images.setBackedUp(ids(right), now)),
      ...(await this.images.setBackedUp(ids(wrong), null)),
    ]);
    const isKept = ({ _id }: ImageRecord) => kept.has(_id.toHexString());
    for (const image of right) if (!isKept(image)) await this.deleteBackup(image);
    return images.map((image, index) => (isKept(image) ? (outcomes[index] ?? null) : null));
  }

  /** Whether the file is there, and right. One that cannot be read is not. */
  private async isValid(path: string, master: StoredFile): Promise<boolean> {
    const found = await this.files.digest(path).catch(() => null);
    return found !== null && isSame(found, master);
  }

  /** Whether there is anything of that name, readable or not. */
  private async exists(path: string): Promise<boolean> {
    return this.files.digest(path).then(
      (found) => found !== null,
      () => true,
    );
  }

  private async copy(path: string, master: StoredFile): Promise<ImageFault | undefined> {
    try {
      await this.files.write(path, await this.store.get(master.key), master);
      return undefined;
    } catch (error) {
      if (error instanceof ObjectNotFoundError) return 'masterMissing';
      if (error instanceof ChecksumMismatchError) return 'masterCorrupt';
      if (!(error instanceof FileWriteError)) throw error;
      this.logger.error('a backup cannot be written', error.cause, { path });
      return (await this.exists(path)) ? 'backupCorrupt' : 'backupMissing';
    }
  }

  private verified(image: ImageRecord, backupType: BackupType, verifiedAt: Date): VerifiedBackup[] {
    const { _id, filename, files, treatmentId, diseaseId } = image;
    if (!files) return [];
    const path = this.files.getPath(image, files.master);
    return [
      {
        originalImageId: _id,
        backupFilename: basename(path),
        originalFilename: filename ?? '',
        backupPath: path,
        backupType,
        checksum: files.master.sha256,
        fileSize: files.master.bytes,
        treatmentId,
        diseaseId,
        verifiedAt,
      },
    ];
  }

  private async deleteBackup(image: ImageRecord): Promise<void> {
    if (image.files) await this.files.remove(this.files.getPath(image, image.files.master));
    await this.backups.remove(image._id);
  }
}
