import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeMinioUsers } from '../../access/minio-users.mjs';
import {
  accessKeyOf,
  BACKUP_USER,
  STORAGE_ADMINISTRATOR,
  storageProcesses,
} from '../../access/users.mjs';

const users = [...storageProcesses, BACKUP_USER];
const secrets = { password: 'secret', accessKeys: 'seed' };

/** The server's part: its administrator's access key, its users, and who has which policy. */
let administrator: string;
let policies: Map<string, string>;
let server: Server;

beforeEach(async () => {
  administrator = accessKeyOf(secrets.accessKeys, STORAGE_ADMINISTRATOR);
  // As a version with names in the place of access keys left them, one of which is missing.
  policies = new Map(users.slice(1).map((name) => [name, name]));
  server = createServer((request, response) => {
    request.resume();
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://minio');
    const [, key] = /Credential=([^/]+)\//.exec(request.headers.authorization ?? '') ?? [];
    const respond = (status: number, body = '') => response.writeHead(status).end(body);
    if (key !== administrator) return respond(403, '{"Code":"InvalidAccessKeyId"}');
    const user = searchParams.get('userOrGroup') ?? searchParams.get('accessKey') ?? '';
    if (pathname.endsWith('/set-user-or-group-policy'))
      policies.set(user, searchParams.get('policyName') ?? '');
    const isMissing = request.method === 'DELETE' && !policies.delete(user);
    return respond(isMissing ? 404 : 200);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => server.close());

const make = (keepsFormerUsers?: boolean) => {
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return makeMinioUsers({ endpoint, ...secrets }, (bucket) => [bucket], keepsFormerUsers);
};
const own = users.map((name) => [accessKeyOf(secrets.accessKeys, name), name] as const);

it('users have random access keys, and those whose keys were names are removed', async () => {
  await make();
  expect(policies).toEqual(new Map(own));
});

it('former users stay while their processes may run', async () => {
  await make(true);
  expect(policies.size).toBe(users.length * 2 - 1);
});

it('a server that still runs with the former administrator is changed as well', async () => {
  administrator = 'ctdb';
  await make();
  expect(policies).toEqual(new Map(own));
});
