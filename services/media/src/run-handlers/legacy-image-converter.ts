import { ObjectStore } from '@ctdb/chassis/storage';
import { DomainError } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { BackupImagesRepository } from '../images/backup-images.repository.js';
import type { ImageRecord } from '../images/image.record.js';
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
