import { z } from 'zod';
import { defineCommand, defineQuery, done } from '../command.js';
import { objectId, timestamp } from '../ids.js';
import { pageOf } from '../paging.js';
import { MAX_PAGE_LIMIT } from '../vocabulary/limits.js';

/** What the trash of the catalog can hold. */
export const trashKinds = ['disease', 'note', 'history'] as const;
/** See {@link trashKinds}. */
export const trashKind = z.enum(trashKinds);
/** One of {@link trashKinds}. */
export type TrashKind = z.infer<typeof trashKind>;

/** One deleted record. The names are those of the disease it belongs to; `label` is a note's title. */
export const trashEntry = z.object({
  kind: trashKind,
  id: objectId,
  nameEn: z.string(),
  nameKn: z.string(),
  label: z.string().optional(),
  deletedAt: timestamp,
  purgeAt: timestamp,
});
/** See {@link trashEntry}. */
export type TrashEntry = z.infer<typeof trashEntry>;

/** What names one entry of the trash. */
export const trashRef = z.strictObject({ kind: trashKind, id: objectId });

/** Deleted records, newest first. */
export const listTrash = defineQuery({
  name: 'catalog.trash.list',
  request: z.strictObject({
    page: z.number().int().min(1).default(1),
    limit: z.number().int().min(1).max(MAX_PAGE_LIMIT).default(MAX_PAGE_LIMIT),
  }),
  reply: pageOf(trashEntry),
});
/** Takes a record out of the trash; restoring what is not deleted changes nothing. */
export const restoreFromTrash = defineCommand({
  name: 'catalog.trash.restore',
  request: trashRef,
  reply: done,
});
