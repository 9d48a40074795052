import { createHash } from 'node:crypto';
import type { MessageContext } from '@ctdb/chassis';
import { Types } from 'mongoose';

/** How many commands a record remembers. */
export const REMEMBERED_COMMANDS = 10;

/** By this a record recognises a redelivered command that has changed it before. */
export const commandMark = (
  { commandId }: Pick<MessageContext, 'commandId'>,
  name: string,
  request: object,
): string =>
  createHash('sha256')
    .update(JSON.stringify([commandId, name, request]))
    .digest('base64url')
    .slice(0, 22);

/** The same seed gives the same id, so that a repeated insertion meets the first one. */
export const derivedId = (seed: string): Types.ObjectId =>
  new Types.ObjectId(createHash('sha256').update(`image\n${seed}`).digest().subarray(0, 12));

/** A UUID (of version 8: of our own making) that the same seed gives again. */
export const derivedUuid = (seed: string): string => {
  const hex = createHash('sha256').update(`upload\n${seed}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
};
