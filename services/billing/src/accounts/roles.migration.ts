import type { Migration } from '@ctdb/chassis';

/** Before there were roles, administrators might do all that owners may do. */
export const ownersOfBefore: Migration = {
  name: '2026-11-23-roles-of-users',
  up: async (connection) => {
    await connection
      .collection('users')
      .updateMany({ isAdmin: true, role: { $exists: false } }, { $set: { role: 'owner' } });
  },
};
