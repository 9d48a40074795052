import { expect, it } from 'vitest';
import { seaweedfsUsers } from './seaweedfs.ts';
import { accessKeyOf, BACKUP_USER, storageProcesses } from '../../access/users.mjs';

it('each process has a user in SeaweedFS with its own policy; the administrator alone may do all', () => {
  const { identities, policies } = JSON.parse(seaweedfsUsers('secret', {}));
  const [administrator, ...users] = identities;
  expect(administrator).toMatchObject({ name: 'administrator', actions: ['Admin'] });
  const names = [...storageProcesses, BACKUP_USER];
  expect(users).toEqual(
    names.map((name) => ({
      name,
      credentials: [{ accessKey: accessKeyOf('secret', name), secretKey: expect.any(String) }],
      policyNames: [name],
    })),
  );
  expect(policies.map(({ name }: { name: string }) => name)).toEqual(names);
});
