import type { Migration } from '@ctdb/chassis';

/** Payments of earlier versions are read again, too, a few at a time. */
export const rechecksOfBefore: Migration = {
  name: '2026-11-23-rechecks-of-payments',
  up: async (connection) => {
    await connection
      .collection('purchases')
      .updateMany(
        { state: 'paid', recheckAt: { $exists: false } },
        { $set: { recheckAt: new Date() } },
      );
  },
};
