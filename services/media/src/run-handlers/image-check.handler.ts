import { Injectable } from '@nestjs/common';
import { ObjectStore } from '@ctdb/chassis/storage';
import { DomainError } from '@ctdb/contracts';
import { BackupWriter } from '../backups/backup-writer.js';
import { isSame, toDigest } from '../backups/digest.js';
import { BackupImagesRepository } from '../images/backup-images.repository.js';
import type { ImageRecord } from '../images/image.record.js';
import type { ImageResult, RunHandler } from '../runs/run-handler.js';
import { hasFiles, ImageCopies, type ImageWithFiles } from './image-copies.js';
import { removeFiles, storeRenditions } from '../images/store-renditions.js';
import { ImageProcessor, type Renditions } from '../pictures/image-processor.js';

const DATA_URL = /^data:[^,]{0,100},/;

/** Images of an old kind, whose bytes are in the database. */
@Injectable()
export class LegacyImageConverter {
  constructor(
    private readonly images: BackupImagesRepository,
    private readonly pictures: ImageProcessor,
    private readonly store: ObjectStore,
  ) {}

  /** Re-encodes the bytes in a record, or returns why that is impossible. */
  async createRenditions({ _id }: ImageRecord): Promise<Renditions | 'missing' | 'undecodable'> {
    const data = await this.images.findLegacyData(_id);
    if (!data) return 'missing';
    try {
      return await this.pictures.process(Buffer.from(data.replace(DATA_URL, ''), 'base64'));
    } catch (error) {
      if (error instanceof DomainError && error.code.startsWith('IMAGE_')) return 'undecodable';
      throw error;
    }
  }

  /** Stores the objects first, then their names in the record. */
  async convert({ _id }: ImageRecord, renditions: Renditions): Promise<void> {
    const ready = await storeRenditions(this.store, renditions);
    // False if another worker was first, or the image was purged.
    if (!(await this.images.setFiles(_id, ready))) await removeFiles(this.store, ready.files);
  }
}

/** The source of an image's right bytes. */
export type Source = 'master' | 'backup' | 'legacy';

/** Names only copies that are not valid. */
export interface RepairPlan {
  source: Source;
  writes: ('master' | 'backup')[];
}

/** Which copies match the stored checksum. */
export interface CopyValidity {
  master: boolean;
  backup: boolean;
  /** The inline bytes, re-encoded: they have no checksum of their own. */
  legacy: boolean;
}

/** Returns what makes both copies valid; null if no copy is. */
export const planRepair = ({ master, backup, legacy }: CopyValidity): RepairPlan | null => {
  if (master) return { source: 'master', writes: backup ? [] : ['backup'] };
  if (backup) return { source: 'backup', writes: ['master'] };
  if (legacy) return { source: 'legacy', writes: ['master', 'backup'] };
  return null;
};

/** Image check: repairs the wrong copy from the right one, and the sizes from the master. */
@Injectable()
export class ImageCheckHandler implements RunHandler {
  readonly type = 'health';
  readonly concurrency = 3;
  readonly failsWithImages = false;

  constructor(
    private readonly copies: ImageCopies,
    private readonly writer: BackupWriter,
    private readonly legacy: LegacyImageConverter,
    private readonly images: BackupImagesRepository,
  ) {}

  async processImage(image: ImageRecord): Promise<ImageResult> {
    if (hasFiles(image)) return this.repair(image);
    const made = await this.legacy.createRenditions(image);
    if (made === 'missing') return { error: 'noRightCopy' };
    if (made === 'undecodable') return { error: 'undecodable' };
    await this.legacy.convert(image, made);
    const converted = await this.images.find(image._id);
    if (!converted || !hasFiles(converted)) return null;
    const result = await this.repair(converted);
    return result && 'repaired' in result ? { repaired: true } : result;
  }

  private async repair(image: ImageWithFiles): Promise<ImageResult> {
    const { master: expected } = image.files;
    const master = await this.copies.master(expected);
    const backup = await this.copies.backup(image, expected);
    const isBad = 'error' in master && 'error' in backup;
    const legacy = isBad ? await this.matchingLegacy(image) : null;
    const plan = planRepair({
      master: 'bytes' in master,
      backup: 'bytes' in backup,
      legacy: legacy !== null,
    });
    const bytes = 'bytes' in master ? master.bytes : 'bytes' in backup ? backup.bytes : legacy;
    if (plan?.writes.includes('master') && bytes) await this.copies.putMaster(image.files, bytes);
    // If no copy is valid, it stores that there is no backup.
    const kept = await this.writer.ensureBackup(image, 'automatic');
    if (!plan || !bytes) return kept && { error: 'noRightCopy' };
    if (!kept || 'error' in kept) return kept;
    const areRenditionsNew = await this.copies.ensureRenditions(image, bytes);
    await this.images.removeLegacyData(image._id);
    return { repaired: plan.writes.length > 0 || areRenditionsNew };
  }

  /** The inline bytes, if they give the very master that was stored. */
  private async matchingLegacy({ files, ...image }: ImageWithFiles): Promise<Buffer | null> {
    const made = await this.legacy.createRenditions(image);
    if (typeof made === 'string') return null;
    return isSame(toDigest(made.master.bytes), files.master) ? made.master.bytes : null;
  }
}
