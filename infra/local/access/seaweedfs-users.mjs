// The users of processes in SeaweedFS, and their policies, as the file that its S3 server reads at its start.
import { accessKeyOf, passwordOf, STORAGE_ADMINISTRATOR, storagePolicies } from './users.mjs';

/**
 * @param {string} secret the administrator's password, from which keys and passwords of the users come
 * @param {(bucket: string) => string[]} bucketNames see `storagePolicies`
 */
export const seaweedfsUsers = (secret, bucketNames) => {
  const policies = storagePolicies(bucketNames);
  /** @param {string} user @param {string} secretKey */
  const withKeys = (user, secretKey) => ({
    name: user,
    credentials: [{ accessKey: accessKeyOf(secret, user), secretKey }],
  });
  return JSON.stringify({
    identities: [
      { ...withKeys(STORAGE_ADMINISTRATOR, secret), actions: ['Admin'] },
      ...policies.map(({ user }) => ({
        ...withKeys(user, passwordOf(secret, user)),
        policyNames: [user],
      })),
    ],
    policies: policies.map(({ user, policy }) => ({
      name: user,
      content: JSON.stringify(policy),
    })),
  });
};
