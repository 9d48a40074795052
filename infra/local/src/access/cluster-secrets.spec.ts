import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { repository } from '../paths.ts';

const program = join(repository, 'infra/local/access/cluster-secrets.mjs');
const collection = '/api/v1/namespaces/clinic/secrets';
const address = `${collection}/colour-therapy-secrets`;

/** The API server's part: one Secret, and the requests that changed it. */
let stored: Record<string, string> | undefined;
let changes: string[];
let server: Server;
let folder: string;

const readAll = (name: string) => Buffer.from(stored?.[name] ?? '', 'base64').toString();
const encode = (values: Record<string, string>) => {
  const toBase64 = (text: string) => Buffer.from(text).toString('base64');
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, toBase64(text)]));
};

/** The status of a request, as the API server and the Role `make-secrets` decide it. */
const respond = async (request: IncomingMessage): Promise<number> => {
  const { method = '', url, headers } = request;
  if (headers.authorization !== 'Bearer account-token') return 401;
  if (method === 'GET' && url === address) return stored === undefined ? 404 : 200;
  const isNew = method === 'POST' && url === collection;
  const isPatch = headers['content-type'] === 'application/merge-patch+json' && url === address;
  if (!isNew && !(method === 'PATCH' && isPatch)) return 403;
  type Body = { stringData: Record<string, string> };
  const { stringData } = JSON.parse(await text(request)) as Body;
  stored = { ...stored, ...encode(stringData) };
  changes.push(`${method} ${Object.keys(stringData).length}`);
  return 200;
};

beforeEach(async () => {
  [stored, changes] = [undefined, []];
  folder = mkdtempSync(join(tmpdir(), 'account-'));
  writeFileSync(join(folder, 'namespace'), 'clinic');
  writeFileSync(join(folder, 'token'), 'account-token\n');
  server = createServer((request, response) => {
    void respond(request).then((status) =>
      response.writeHead(status).end(JSON.stringify({ data: stored })),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const makeSecrets = async (): Promise<string> => {
  const { port } = server.address() as AddressInfo;
  const env = { API_SERVER: `http://127.0.0.1:${port}`, ACCOUNT_DIR: folder };
  return (await promisify(execFile)(process.execPath, [program], { env })).stdout;
};

/** Keys of the Secret that the manifests of the overlay local mount. */
const mounted = (): string[] => {
  const manifests = ['base/*.yaml', 'overlays/local/**/*.yaml', 'components/backup/*.yaml'];
  const k8s = join(repository, 'k8s');
  const all = globSync(manifests, { cwd: k8s }).map((file) =>
    readFileSync(join(k8s, file), 'utf8'),
  );
  const keys = [...all.join('').matchAll(/\{ key: ([\w.-]+), path: /g)];
  return [...new Set(keys.map(([, key = '']) => key))];
};

it('the secrets of an installation in a cluster are made once, with all that the pods mount', async () => {
  await makeSecrets();
  expect(mounted().length).toBeGreaterThan(30);
  expect(mounted().filter((name) => readAll(name) === '')).toEqual([]);
  const first = stored;
  expect(await makeSecrets()).toBe('0 secrets were written\n');
  expect(stored).toEqual(first);
  expect(changes).toEqual([`POST ${Object.keys(first ?? {}).length}`]);
});

it('the secrets of an installation in a cluster keep what is there, and write anew what comes from it', async () => {
  const before = {
    ...{ 'mongodb-password': 'mongo', 'redis-password': 'redis', 'rabbitmq-password': 'rabbit' },
    ...{ 'minio-password': 'objects', 'audit-hash-key': 'hashes', 'admin-password': 'first' },
  };
  const outdated = {
    'media.redis-url': 'redis://media:of-a-removed-password@redis:6379',
    'media.s3-access-key': 'media',
  };
  stored = encode({ ...before, ...outdated });
  await makeSecrets();
  for (const [name, value] of Object.entries(before)) expect(readAll(name)).toBe(value);
  expect(readAll('minio.env')).toContain('MINIO_ROOT_PASSWORD=objects\n');
  expect(readAll('media.s3-access-key')).toMatch(/^[0-9A-F]{20}$/);
  expect(readAll('redis-users.acl')).toContain('user default on >redis ');
  expect(new URL(readAll('media.mongodb-uri')).username).toBe('media');
  expect(readAll('media.redis-url')).toMatch(/^redis:\/\/media:[0-9a-f]{64}@redis:6379$/);
});

it('the secrets of an installation in a cluster are not made where the API server refuses', async () => {
  writeFileSync(join(folder, 'token'), 'another');
  await expect(makeSecrets()).rejects.toThrow('the API server answers 401');
  expect(stored).toBeUndefined();
});
