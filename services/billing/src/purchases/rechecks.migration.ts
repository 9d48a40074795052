import type { Migration } from '@ctdb/chassis';

/** Payments that an earlier version has taken are read again, too; see `RechecksRepository`. */
export const scheduleRechecks: Migration = {
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
