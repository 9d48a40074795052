import { ObjectStore, type StoredFile } from '@ctdb/chassis/storage';
import { Injectable } from '@nestjs/common';
import { BackupImagesRepository } from '../images/backup-images.repository.js';
import type { ImageRecord, StoredFiles } from '../images/image.schema.js';
import { ImageProcessor } from '../pictures/image-processor.js';
import { ImageCopies } from './image-copies.js';

/** An image that has been converted. */
export type ImageWithFiles = ImageRecord & { files: StoredFiles };

/** Puts objects of images right, in the place that the record names; one PUT replaces the whole object. */
@Injectable()
export class ImageObjects {
  constructor(
    private readonly copies: ImageCopies,
    private readonly store: ObjectStore,
    private readonly pictures: ImageProcessor,
    private readonly images: BackupImagesRepository,
  ) {}

  /** Stores right bytes as the master, and reads them back. */
  async putMaster({ master }: StoredFiles, bytes: Buffer): Promise<void> {
    await this.store.put(master.key, bytes, master.contentType);
    if (!(await this.copies.isValid(master))) throw new Error('what was stored reads differently');
  }

  /** Makes those sizes anew that are missing or wrong; whether there were any. */
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
    // Made by another version of the library they may look the same and have other bytes.
    await this.images.setRenditions(image, derived);
    return true;
  }
}

/** Whether an image has been converted. */
export const hasFiles = (image: ImageRecord): image is ImageWithFiles => image.files !== undefined;
