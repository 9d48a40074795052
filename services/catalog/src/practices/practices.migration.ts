import type { Migration } from '@ctdb/chassis';

/** The owner of an entry or patient is its practice; `PracticesService` finds those of buyers. */
export const ownersToPractices: Migration = {
  name: '2026-11-27-practices',
  up: async (connection) => {
    for (const name of ['notes', 'history', 'patients']) {
      const records = connection.collection(name);
      // A unique one names the old field. The start that follows makes all indexes.
      await records.dropIndexes();
      await records.updateMany({ holder: { $exists: true } }, { $rename: { holder: 'practice' } });
      for (const enteredBy of await records.distinct('enteredBy', { practice: null }))
        await records.updateMany({ enteredBy, practice: null }, { $set: { practice: enteredBy } });
    }
  },
};
