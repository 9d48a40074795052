import { createHash } from 'node:crypto';
import { Types } from 'mongoose';

/** An id of ours as the database keeps it; anything but 24 hex digits throws. */
export const toObjectId = (id: string): Types.ObjectId => Types.ObjectId.createFromHexString(id);

/**
 * The id of the record that `seed` brings into being in `collection`.
 * The same seed gives the same id, so that a repeated insertion meets the first one.
 */
export const derivedId = (collection: string, seed: string): Types.ObjectId =>
  new Types.ObjectId(
    createHash('sha256').update(`${collection}\n${seed}`).digest().subarray(0, 12),
  );
