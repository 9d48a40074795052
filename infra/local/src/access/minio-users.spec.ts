import { expect, it, vi } from 'vitest';
import { makeMinioUsers } from '../../access/minio-users.mjs';
import * as access from '../../access/users.mjs';

const storage = { endpoint: 'http://minio:9000', password: 'secret', accessKeys: 'seed' };
const keyOf = (user: string) => access.accessKeyOf(storage.accessKeys, user);
const users = [...access.storageProcesses, access.BACKUP_USER];

it.each([keyOf(access.STORAGE_ADMINISTRATOR), 'ctdb'])(
  'users have random access keys, and those whose keys were names are removed by the administrator %s',
  async (administrator) => {
    // As the version before left them; one was never made.
    const policies = new Map(users.slice(1).map((name) => [name, name]));
    vi.stubGlobal('fetch', (url: URL, { method, headers }: RequestInit) => {
      const query = url.searchParams;
      const user = query.get('userOrGroup') ?? query.get('accessKey') ?? '';
      if (!JSON.stringify(headers).includes(`Credential=${administrator}/`))
        return new Response('InvalidAccessKeyId', { status: 403 });
      if (query.has('userOrGroup')) policies.set(user, query.get('policyName') ?? '');
      const isMissing = method === 'DELETE' && !policies.delete(user);
      return new Response('', { status: isMissing ? 404 : 200 });
    });
    await makeMinioUsers(storage, {}, true);
    expect(policies.size).toBe(users.length * 2 - 1);
    await makeMinioUsers(storage, {});
    expect(policies).toEqual(new Map(users.map((name) => [keyOf(name), name])));
  },
);
