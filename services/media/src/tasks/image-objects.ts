import { ObjectStore, type StoredFile } from '@ctdb/chassis/storage';
import { Injectable } from '@nestjs/common';
import { BackupImagesRepository } from '../images/backup-images.repository.js';
import type { ImageRecord, StoredFiles } from '../images/image.schema.js';
import { ImageProcessor } from '../pictures/image-processor.js';
import { ImageCopies } from './image-copies.js';

export type ImageWithFiles = ImageRecord & { files: StoredFiles };

/** Repairs objects of images under the keys of the record. One PUT replaces a whole object. */
@Injectable()
export class ImageObjects {
  constructor(
    private readonly copies: ImageCopies,
    private readonly store: ObjectStore,
    private readonly pictures: ImageProcessor,
    private readonly images: BackupImagesRepository,
  ) {}

  /** Stores the master, and reads it back. */
  async putMaster({ master }: StoredFiles, bytes: Buffer): Promise<void> {
    await this.store.put(master.key, bytes, master.contentType);
    if (!(await this.copies.isValid(master))) throw new Error('checksum mismatch after upload');
  }

  /** Encodes missing or wrong sizes again. Returns whether there were any. */
  async ensureRenditions(image: ImageWithFiles, master: Buffer): Promise<boolean> {
    const { display, thumb } = image.files;
    const [displayIsValid, thumbIsValid] = await Promise.all([
      this.copies.isValid(display),
      this.copies.isValid(thumb),
    ]);
    if (displayIsValid && thumbIsValid) return false;
    const made = await this.pictures.createRenditions(master);
    const put = ({ key, contentType }: StoredFile, bytes: Buffer): Promise<StoredFile> =>
      this.store.put(key, bytes, contentType);
    const derived = {
      display: displayIsValid ? display : await put(display, made.display.bytes),
      thumb: thumbIsValid ? thumb : await put(thumb, made.thumb.bytes),
    };
    // Another version of the library gives other bytes for the same look.
    await this.images.setRenditions(image, derived);
    return true;
  }
}

export const hasFiles = (image: ImageRecord): image is ImageWithFiles => image.files !== undefined;
