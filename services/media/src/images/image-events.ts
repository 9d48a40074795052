import { diffFields, Outbox, type OutboxEntry } from '@ctdb/chassis';
import { imageEvents } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { ImageRecord } from './image.record.js';

const FIELDS = ['title', 'titleKn', 'type', 'description', 'descriptionKn'] as const;

type AuditedImage = Pick<
  ImageRecord,
  '_id' | 'treatmentId' | 'diseaseId' | (typeof FIELDS)[number]
>;

/** Creates the events of images. */
@Injectable()
export class ImageEvents {
  constructor(private readonly outbox: Outbox) {}

  uploaded(after: AuditedImage): OutboxEntry {
    return this.fact('uploaded', after, undefined, after);
  }

  updated(before: AuditedImage, after: AuditedImage): OutboxEntry {
    return this.fact('updated', after, before, after);
  }

  /** The image itself does not change. */
  trashEvent(fact: 'deleted' | 'restored' | 'purged', image: AuditedImage): OutboxEntry {
    return this.fact(fact, image, image, image);
  }

  /** Asks the outbox relay to publish now. */
  relaySoon(): void {
    this.outbox.relaySoon();
  }

  private fact(
    fact: keyof typeof imageEvents,
    { _id, treatmentId, diseaseId, title }: AuditedImage,
    before: AuditedImage | undefined,
    after: AuditedImage,
  ): OutboxEntry {
    return this.outbox.entry(imageEvents[fact], {
      imageId: _id.toHexString(),
      treatmentId: treatmentId.toHexString(),
      diseaseId: diseaseId.toHexString(),
      title,
      changes: diffFields(FIELDS, before, after),
    });
  }
}
