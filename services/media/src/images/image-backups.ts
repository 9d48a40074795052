import type { Types } from 'mongoose';
import type { ImageRecord } from './image.schema.js';

/** What images need from their backups. */
export abstract class ImageBackups {
  /**
   * Requests the backup of an image that has just become ready. If Redis loses the request, the
   * reconciler finds the image by its `backedUpAt`, which is null.
   */
  abstract request(imageId: Types.ObjectId): Promise<void>;

  /** Removes all backups of an image, files and rows. */
  abstract remove(image: ImageRecord): Promise<void>;
}
