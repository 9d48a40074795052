import { randomUUID } from 'node:crypto';
import { ObjectStore, type StoredFile } from '@ctdb/chassis/storage';
import { DomainError } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { BackupImagesRepository } from '../images/backup-images.repository.js';
import type { ImageRecord } from '../images/image.schema.js';
import { formatInfo } from '../pictures/image-format.js';
import { ImageProcessor, type Encoded, type Renditions } from '../pictures/image-processor.js';
import { IMAGES_PREFIX } from '../storage/object-keys.js';

const DATA_URL = /^data:[^,]{0,100},/;

/** Images of the old kind, whose bytes are in the database. */
@Injectable()
export class LegacyImageConverter {
  constructor(
    private readonly images: BackupImagesRepository,
    private readonly pictures: ImageProcessor,
    private readonly store: ObjectStore,
  ) {}

  /** What becomes of the bytes that a record carries; why nothing does. */
  async renditions({ _id }: ImageRecord): Promise<Renditions | 'missing' | 'undecodable'> {
    const data = await this.images.legacyData(_id);
    if (!data) return 'missing';
    try {
      return await this.pictures.make(Buffer.from(data.replace(DATA_URL, ''), 'base64'));
    } catch (error) {
      if (error instanceof DomainError && error.code.startsWith('IMAGE_')) return 'undecodable';
      throw error;
    }
  }

  /** Gives such an image its objects and the name that goes with them; the objects come first. */
  async convert({ _id }: ImageRecord, made: Renditions): Promise<void> {
    const folder = randomUUID();
    const put = (size: string, { bytes, kind }: Encoded): Promise<StoredFile> => {
      const { extension, contentType } = formatInfo[kind];
      return this.store.put(`${IMAGES_PREFIX}${folder}/${size}.${extension}`, bytes, contentType);
    };
    const { width, height } = made;
    const files = {
      master: await put('master', made.master),
      display: await put('display', made.display),
      thumb: await put('thumb', made.thumb),
    };
    const filename = `${folder}.${formatInfo[made.master.kind].extension}`;
    if (await this.images.convert(_id, { filename, width, height, files })) return;
    // Another was first, or the image was purged.
    await this.store.remove(Object.values(files).map(({ key }) => key));
  }
}
