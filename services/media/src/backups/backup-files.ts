import type { Types } from 'mongoose';

/** What images ask of their backups. */
export abstract class BackupFiles {
  /**
   * Asks for the automatic backup of an image that has just become ready. It may get lost with Redis:
   * whoever keeps the backups finds it again by the image's `backedUpAt`, which is null.
   */
  abstract request(imageId: Types.ObjectId): Promise<void>;

  /** Removes all backups of an image, files and rows; where there are none, nothing happens. */
  abstract remove(imageId: Types.ObjectId): Promise<void>;
}
