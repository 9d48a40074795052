import type { Migration } from '@ctdb/chassis';

/** Changes of the catalog's stored data, oldest first; see the chassis on how to add one. */
export const catalogMigrations: Migration[] = [
  {
    // Replies demand the notes of a disease; records imported by hand may lack them.
    name: '2026-11-22-notes-of-diseases',
    up: (connection) =>
      connection
        .collection('diseases')
        .updateMany({ notes: { $exists: false } }, { $set: { notes: '' } }),
  },
];
