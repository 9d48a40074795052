import { Outbox, type OutboxEntry } from '@ctdb/chassis';
import { imageEvents } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { changesBetween } from '../store/changes.js';
import type { ImageRecord } from './image.schema.js';

type Told = Pick<ImageRecord, '_id' | 'treatmentId' | 'title' | 'type' | 'description'>;

const FIELDS = ['title', 'type', 'description'] as const;

/** Words what happened to an image. */
@Injectable()
export class ImageEvents {
  constructor(private readonly outbox: Outbox) {}

  uploaded(after: Told): OutboxEntry {
    return this.fact('uploaded', after, undefined, after);
  }

  updated(before: Told, after: Told): OutboxEntry {
    return this.fact('updated', after, before, after);
  }

  /** Deleted, restored or purged: nothing of the image itself changes. */
  moved(fact: 'deleted' | 'restored' | 'purged', image: Told): OutboxEntry {
    return this.fact(fact, image, image, image);
  }

  /** Has the relay look for new facts at once. */
  announce(): void {
    this.outbox.kick();
  }

  private fact(
    fact: keyof typeof imageEvents,
    { _id, treatmentId, title }: Told,
    before: Told | undefined,
    after: Told,
  ): OutboxEntry {
    return this.outbox.entry(imageEvents[fact], {
      imageId: _id.toHexString(),
      treatmentId: treatmentId.toHexString(),
      title,
      changes: changesBetween(FIELDS, before, after),
    });
  }
}
