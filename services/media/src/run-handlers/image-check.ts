import { ObjectStore } from '@ctdb/chassis/storage';
import { DomainError } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { BackupWriter } from '../backups/backup-writer.js';
import { toDigest, isSame } from '../backups/digest.js';
import { BackupImagesRepository } from '../images/backup-images.repository.js';
import { hasFiles, type ImageRecord, type ImageWithFiles } from '../images/image.record.js';
import { removeFiles, storeRenditions } from '../images/store-renditions.js';
import { ImageProcessor, type Renditions } from '../pictures/image-processor.js';
import type { ImageResult } from '../runs/run.record.js';
import { ImageCopies } from './image-copies.js';

const DATA_URL = /^data:[^,]{0,100},/;

/**
 * Image check: repairs the wrong copy from the right one, and the sizes from the master. Converts images of an
 * old kind, whose bytes are in the database.
 */
@Injectable()
export class ImageCheck {
  constructor(
    private readonly copies: ImageCopies,
    private readonly writer: BackupWriter,
    private readonly images: BackupImagesRepository,
    private readonly pictures: ImageProcessor,
    private readonly store: ObjectStore,
  ) {}

  async processImage(image: ImageRecord): Promise<ImageResult> {
    if (hasFiles(image)) return this.repair(image);
    const made = await this.encodeLegacy(image);
    if (made === 'missing') return { error: 'noRightCopy' };
    if (made === 'undecodable') return { error: 'undecodable' };
    const ready = await storeRenditions(this.store, made);
    // False if another worker was first, or the image was purged.
    if (!(await this.images.setFiles(image._id, ready))) await removeFiles(this.store, ready.files);
    const converted = await this.images.find(image._id);
    if (!converted || !hasFiles(converted)) return null;
    const result = await this.repair(converted);
    return result && 'repaired' in result ? { repaired: true } : result;
  }

  private async repair(image: ImageWithFiles): Promise<ImageResult> {
    const { master: expected } = image.files;
    const master = await this.copies.master(expected);
    const backup = await this.copies.backup(image, expected);
    const valid = [master, backup].filter((copy) => 'bytes' in copy);
    const bytes = valid[0]?.bytes ?? (await this.matchingLegacy(image));
    if ('error' in master && bytes) await this.copies.putMaster(image.files, bytes);
    // If no copy is valid, it stores that there is no backup.
    const kept = await this.writer.ensureBackup(image);
    if (!bytes) return kept && { error: 'noRightCopy' };
    if (!kept || 'error' in kept) return kept;
    const areRenditionsNew = await this.copies.ensureRenditions(image, bytes);
    await this.images.removeLegacyData(image._id);
    return { repaired: valid.length < 2 || areRenditionsNew };
  }

  /** The inline bytes, if they give the very master that was stored: they have no checksum of their own. */
  private async matchingLegacy({ files, ...image }: ImageWithFiles): Promise<Buffer | null> {
    const made = await this.encodeLegacy(image);
    if (typeof made === 'string') return null;
    return isSame(toDigest(made.master.bytes), files.master) ? made.master.bytes : null;
  }

  /** Re-encodes the bytes in a record, or returns why that is impossible. */
  private async encodeLegacy({
    _id,
  }: ImageRecord): Promise<Renditions | 'missing' | 'undecodable'> {
    const data = await this.images.findLegacyData(_id);
    if (!data) return 'missing';
    try {
      return await this.pictures.process(Buffer.from(data.replace(DATA_URL, ''), 'base64'));
    } catch (error) {
      if (error instanceof DomainError && error.code.startsWith('IMAGE_')) return 'undecodable';
      throw error;
    }
  }
}
