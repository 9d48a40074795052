import { z } from 'zod';
import { access } from '../authorisation.js';
import { endpoint } from '../endpoint.js';
import { objectId, paged, restored, timestamp } from '../records.js';
import { MAX_PAGE_LIMIT } from '../constants/limits.js';

/** What the trash of the catalog can hold. */
const trashKind = z.enum(['disease', 'note', 'history']);
/** One of what the trash of the catalog can hold. */
export type TrashKind = z.infer<typeof trashKind>;

/**
 * One deleted record. The names are those of the disease it belongs to; `label` is a note's title, or
 * the practitioner of a history entry, whose day is `date`.
 */
export const trashEntry = z.object({
  kind: trashKind,
  id: objectId,
  nameEn: z.string(),
  nameKn: z.string(),
  label: z.string().optional(),
  labelKn: z.string().optional(),
  date: timestamp.optional(),
  deletedAt: timestamp,
  purgeAt: timestamp,
});
/** See {@link trashEntry}. */
export type TrashEntry = z.infer<typeof trashEntry>;

/** Deleted records, newest first. */
export const listTrash = endpoint('GET /api/trash', {
  summary: 'Deleted records',
  access: access.from('editor'),
  message: 'catalog.trash.list',
  ...paged(trashEntry, MAX_PAGE_LIMIT),
});
/** Restores a record from the trash; a record that is not deleted stays unchanged. */
export const restoreFromTrash = endpoint('POST /api/trash/{kind}/{id}/restore', {
  summary: 'Takes a record out of the trash',
  access: access.from('editor'),
  params: z.strictObject({ kind: trashKind, id: objectId }),
  errors: ['NOT_FOUND'],
  message: 'catalog.trash.restore',
  reply: restored,
});
