import { diffFields, outboxEntry, toContract, type OutboxEntry } from '@ctdb/chassis';
import { imageEvents } from '@ctdb/contracts';
import type { ImageRecord } from './image.record.js';

const FIELDS = ['title', 'titleKn', 'type', 'description', 'descriptionKn'] as const;

type AuditedImage = Pick<
  ImageRecord,
  '_id' | 'treatmentId' | 'diseaseId' | (typeof FIELDS)[number]
>;

/** The event of an image; of its upload and changes with what is different from `before`. */
export const imageEvent = (
  fact: keyof typeof imageEvents,
  after: AuditedImage,
  before: AuditedImage | undefined = fact === 'uploaded' ? undefined : after,
): OutboxEntry =>
  outboxEntry(
    imageEvents[fact],
    toContract(imageEvents[fact].payload, {
      ...after,
      imageId: after._id,
      changes: diffFields(FIELDS, before, after),
    }),
  );
