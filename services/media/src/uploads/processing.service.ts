import { randomUUID } from 'node:crypto';
import { AppLogger } from '@ctdb/chassis';
import { ObjectNotFoundError, ObjectStore, type StoredFile } from '@ctdb/chassis/storage';
import { DomainError, MAX_IMAGE_BYTES } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { ImageBackups } from '../images/image-backups.js';
import { ImageEvents } from '../images/image-events.js';
import type { ImageRecord } from '../images/image.schema.js';
import { formatInfo } from '../pictures/image-format.js';
import { ImageProcessor, type Encoded, type Renditions } from '../pictures/image-processor.js';
import { tooLarge } from '../pictures/inspect-image.js';
import { IMAGES_PREFIX, stagingKey } from '../storage/object-keys.js';
import { rejectionCode } from './rejection.js';
import { UploadsRepository, type Finished } from './uploads.repository.js';

/** A picture during which the worker died this often is given up: it would kill the next one too. */
const MOST_TRIES = 5;

/**
 * Turns what was uploaded into an image, or refuses it. May be repeated at any point, and done by two
 * workers at once: objects go under new names, and one write decides which of them count.
 */
@Injectable()
export class ProcessingService {
  constructor(
    private readonly uploads: UploadsRepository,
    private readonly store: ObjectStore,
    private readonly maker: ImageProcessor,
    private readonly backups: ImageBackups,
    private readonly events: ImageEvents,
    private readonly logger: AppLogger,
  ) {}

  async process(uploadId: string): Promise<void> {
    const record = await this.uploads.start(uploadId);
    if (!record) return;
    try {
      if ((record.tries ?? 0) > MOST_TRIES) throw new DomainError('IMAGE_NOT_SUPPORTED');
      await this.finish(record, await this.maker.make(await this.read(uploadId)));
    } catch (error) {
      const code = rejectionCode(error);
      if (!code) {
        await this.uploads.forgive(uploadId);
        throw error;
      }
      this.logger.info('an upload was refused', { uploadId, code });
      await this.uploads.refuse(uploadId, code);
    }
    // What stays behind when this fails, the sweeper finds.
    await this.store.remove([stagingKey(uploadId)]).catch(() => undefined);
  }

  private async read(uploadId: string): Promise<Buffer> {
    try {
      const bytes = await this.store.readUpTo(stagingKey(uploadId), MAX_IMAGE_BYTES);
      if (!bytes) throw tooLarge();
      return bytes;
    } catch (error) {
      throw error instanceof ObjectNotFoundError ? new DomainError('UPLOAD_ENDED') : error;
    }
  }

  private async finish(record: ImageRecord, made: Renditions): Promise<void> {
    const name = randomUUID();
    const put = (size: string, { bytes, kind }: Encoded): Promise<StoredFile> => {
      const { extension, contentType } = formatInfo[kind];
      return this.store.put(`${IMAGES_PREFIX}${name}/${size}.${extension}`, bytes, contentType);
    };
    const [master, display, thumb] = await Promise.all([
      put('master', made.master),
      put('display', made.display),
      put('thumb', made.thumb),
    ]);
    const done: Finished = {
      filename: `${name}.${formatInfo[made.master.kind].extension}`,
      width: made.width,
      height: made.height,
      files: { master, display, thumb },
    };
    const uploaded = { ...(record.uploadedEvent ?? this.events.uploaded(record)) };
    uploaded.at = new Date().toISOString();
    if (await this.uploads.finish(record.uploadId, done, uploaded)) {
      this.events.relaySoon();
      await this.backups.request(record._id).catch((error: unknown) => {
        this.logger.warn('a backup waits for its queue', error);
      });
    } else await this.store.remove([master.key, display.key, thumb.key]);
  }
}
