import type { Types } from 'mongoose';
import type { ImageRecord } from './image.schema.js';

/** What images ask of their backups. */
export abstract class ImageBackups {
  /**
   * Asks for the automatic backup of an image that has just become ready. It may get lost with Redis:
   * whoever keeps the backups finds it again by the image's `backedUpAt`, which is null.
   */
  abstract request(imageId: Types.ObjectId): Promise<void>;

  /** Removes all backups of an image, files and rows; where there are none, nothing happens. */
  abstract remove(image: ImageRecord): Promise<void>;
}
