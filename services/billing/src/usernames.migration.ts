import { isDuplicateKey, type Migration } from '@ctdb/chassis';
import { personRoles, usernameKey } from '@ctdb/contracts';
import type { UserRecord } from './accounts/users/user.record.js';

/** Finds accounts by {@link usernameKey} of this version. A key that another account has already stays with that one. */
export const foldUsernames: Migration = {
  name: '2026-11-27-folded-usernames',
  up: async (connection) => {
    const users = connection.collection<UserRecord>('users');
    for await (const { _id, username, usernameKey: key } of users.find({
      role: { $in: personRoles },
    }))
      if (username && usernameKey(username) !== key)
        await users
          .updateOne({ _id, usernameKey: key }, { $set: { usernameKey: usernameKey(username) } })
          .catch((error: unknown) => {
            if (!isDuplicateKey(error)) throw error;
          });
  },
};
