import type { ImageRecord } from '../images/image.schema.js';
import { derivedId, derivedUuid } from '../store/command-mark.js';
import { stagingKey } from './staging-key.js';

type Given = Pick<ImageRecord, 'treatmentId' | 'diseaseId' | 'type' | 'title' | 'description'>;

/** The record of an upload that begins; the same seed gives the same upload again. */
export const newUpload = (seed: string, given: Given, now: Date): ImageRecord => {
  const uploadId = derivedUuid(seed);
  return {
    _id: derivedId(seed),
    uploadId,
    state: 'staged',
    ...given,
    createdAt: now,
    updatedAt: now,
    version: 1,
    stagingKey: stagingKey(uploadId),
    backedUpAt: null,
    deletedAt: null,
    deletedWith: null,
    recentCommands: [],
    outbox: [],
  };
};
