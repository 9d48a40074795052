import type { MessageContext } from '@ctdb/chassis';
import { ObjectStore } from '@ctdb/chassis/storage';
import {
  deleteImage,
  DomainError,
  restoreImage,
  updateImage,
  type Image,
  type listDeletedImages,
  type locateImage,
  type ReplyOf,
  type RequestOf,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { commandMark } from '../store/command-mark.js';
import { untilWon } from '../store/until-won.js';
import { CatalogClient } from './catalog-client.js';
import { ImageEvents } from './image-events.js';
import type { ImageRecord } from './image.schema.js';
import { toDeletedImage, toImage } from './images.mapper.js';
import { ImagesRepository } from './images.repository.js';
import { purgeCutoff } from './purge-cutoff.js';

const notFound = (kind: 'image' | 'trashEntry' = 'image') => new DomainError('NOT_FOUND', { kind });
const idOf = (id: string) => Types.ObjectId.createFromHexString(id);

/** One change of a live image. */
interface Change {
  id: string;
  ifMatch?: number | undefined;
  command: string;
  decide(before: ImageRecord): {
    set: Partial<ImageRecord>;
    entry: ReturnType<ImageEvents['trashEvent']>;
  };
}

/** The rules of images. */
@Injectable()
export class ImagesService {
  constructor(
    private readonly images: ImagesRepository,
    private readonly store: ObjectStore,
    private readonly catalog: CatalogClient,
    private readonly events: ImageEvents,
  ) {}

  async list(treatmentIds: readonly string[]): Promise<{ images: Image[] }> {
    const records = await this.images.findByTreatments(treatmentIds.map(idOf));
    return { images: records.map(toImage) };
  }

  async locate({
    filename,
    size,
  }: RequestOf<typeof locateImage>): Promise<ReplyOf<typeof locateImage>> {
    const file = (await this.images.findByFilename(filename))?.files?.[size];
    if (!file) throw notFound();
    return {
      getUrl: await this.store.presignGet(file.key),
      // Changes with every byte of the content.
      etag: `"${file.sha256.slice(0, 32)}"`,
      contentType: file.contentType,
      size: file.bytes,
    };
  }

  async update(request: RequestOf<typeof updateImage>, context: MessageContext): Promise<Image> {
    const { id, ifMatch, type, title, description } = request;
    const command = commandMark(context, updateImage.name, request);
    const changed = await this.change({
      id,
      ifMatch,
      command,
      decide: (before) => {
        const set = { type, title, description: description ?? before.description };
        const entry = this.events.updated(before, { ...before, ...set });
        return { set: { ...set, updatedAt: new Date() }, entry };
      },
    });
    return toImage(changed);
  }

  async delete(request: RequestOf<typeof deleteImage>, context: MessageContext): Promise<void> {
    const { id, ifMatch } = request;
    const command = commandMark(context, deleteImage.name, request);
    await this.change({
      id,
      ifMatch,
      command,
      decide: (before) => ({
        set: { deletedAt: new Date(), deletedWith: 'image' },
        entry: this.events.trashEvent('deleted', before),
      }),
    });
  }

  async restore(request: RequestOf<typeof restoreImage>, context: MessageContext): Promise<void> {
    const command = commandMark(context, restoreImage.name, request);
    await untilWon(async () => {
      const before = await this.images.findReady(idOf(request.id));
      if (!before || before.purgedAt) throw notFound('trashEntry');
      if (!before.deletedAt) return before;
      // An image that was deleted with its disease is restored with it.
      if (before.deletedWith !== 'image' || before.deletedAt <= purgeCutoff(new Date()))
        throw notFound('trashEntry');
      if (!(await this.catalog.findTreatment(before.treatmentId.toHexString())))
        throw notFound('trashEntry');
      const entry = this.events.trashEvent('restored', before);
      return this.images.change(before, { deletedAt: null, deletedWith: null }, { command, entry });
    });
    this.events.relaySoon();
  }

  async deleted(): Promise<ReplyOf<typeof listDeletedImages>> {
    const records = await this.images.deletedSince(purgeCutoff(new Date()));
    return records.flatMap((each) =>
      each.deletedAt ? [toDeletedImage(each, each.deletedAt)] : [],
    );
  }

  private async change({ id, ifMatch, command, decide }: Change): Promise<ImageRecord> {
    const changed = await untilWon(async () => {
      const before = await this.images.findReady(idOf(id));
      if (before?.recentCommands.includes(command)) return before;
      if (!before?.filename || before.deletedAt) throw notFound();
      if (ifMatch !== undefined && ifMatch !== before.version)
        throw new DomainError('VERSION_CONFLICT', { current: toImage(before) });
      const { set, entry } = decide(before);
      return this.images.change(before, set, { command, entry });
    });
    this.events.relaySoon();
    return changed;
  }
}
