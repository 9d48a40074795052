import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { databases, processes, redisProcesses, storageProcesses } from '../../access/users.mjs';
import { repository } from '../paths.ts';

const program = join(repository, 'infra/local/access/compose-secrets.mjs');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the program; returns what it prints. */
const makeSecrets = (env: Record<string, string> = {}): string =>
  execFileSync(process.execPath, [program], {
    env: { SECRETS_DIR: folder, ...env },
    stdio: 'pipe',
  }).toString();
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const files = () =>
  globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
    .map((name) => [name, read(name)] as const);
const account = (name: string) => {
  const { username, password } = new URL(read(name));
  return { username, password };
};

interface Definitions {
  users: { name: string; password_hash: string }[];
}
/** Whether RabbitMQ takes the password of a user: salt and hash are stored. */
const isAccepted = ({ username, password }: ReturnType<typeof account>): boolean => {
  const { users } = JSON.parse(read('rabbitmq/definitions.json')) as Definitions;
  const stored = users.find(({ name }) => name === username)?.password_hash ?? '';
  const bytes = Buffer.from(stored, 'base64');
  const hash = createHash('sha256').update(bytes.subarray(0, 4)).update(password).digest();
  return hash.equals(bytes.subarray(4));
};

it('the secrets of an installation with compose give each process a user of its own at each server that it uses', () => {
  makeSecrets();
  const users = [
    ...processes.map((name) => [name, account(`${name}/rabbitmq-url`)] as const),
    ...redisProcesses.map((name) => [name, account(`${name}/redis-url`)] as const),
    ...Object.keys(databases).map((name) => [name, account(`${name}/mongodb-uri`)] as const),
    ...storageProcesses.map((name) => {
      const [username, password] = [read(`${name}/s3-access-key`), read(`${name}/s3-secret-key`)];
      return [name, { username, password }] as const;
    }),
  ];
  const accessKeys = users.filter(([name, { username }]) => username !== name);
  expect(accessKeys.map(([name]) => name)).toEqual(storageProcesses);
  const random = accessKeys.filter(([, { username }]) => /^[0-9A-F]{20}$/.test(username));
  expect(new Set(random.map(([, { username }]) => username)).size).toBe(accessKeys.length);
  expect(new Set(users.map(([, { password }]) => password)).size).toBe(users.length);
  for (const name of processes) expect(isAccepted(account(`${name}/rabbitmq-url`))).toBe(true);
  for (const name of redisProcesses) {
    const { password } = account(`${name}/redis-url`);
    expect(read('redis/users.acl')).toContain(`\nuser ${name} on >${password} ~`);
  }
});

it('the secrets of an installation with compose give backups nothing of an administrator, and a password that the operator may set at first', () => {
  // Of the version before.
  mkdirSync(join(folder, 'backup'));
  writeFileSync(join(folder, 'backup/restore-mongodb-uri'), 'mongodb://ctdb:password@mongo');
  makeSecrets({ BACKUP_PASSWORD: 'of-a-repository-of-before' });
  expect(account('backup/mongodb-uri').username).toBe('backup');
  expect(read('minio/server.env')).toContain(`USER=${read('restore/s3-access-key')}\n`);
  expect(account('restore/mongodb-uri').password).toBe(read('mongo/password'));
  const ofServers = ['mongo', 'redis', 'rabbitmq', 'minio'].map((name) => read(`${name}/password`));
  const forbidden = [...ofServers, 'ctdb', read('restore/s3-access-key'), '"d":'];
  const ofBackup = files().filter(([name]) => name.startsWith('backup/'));
  expect(ofBackup.map(([name]) => name)).toContain('backup/copied/gateway/audit-hash-key');
  const texts = ofBackup.map(([, text]) => text).join('\n');
  expect(forbidden.filter((text) => texts.includes(text))).toEqual([]);
  makeSecrets({ BACKUP_PASSWORD: 'mistyped' });
  expect(read('backup/password')).toBe('of-a-repository-of-before');
});

it('the secrets of an installation with compose give all the account of the operator at another S3 server', () => {
  const S3_ENDPOINT = 'https://s3.example';
  expect(() => makeSecrets({ S3_ENDPOINT })).toThrow('S3_ACCESS_KEY and S3_SECRET_KEY');
  expect(() => makeSecrets({ S3_ENDPOINT, WITH_MINIO: 'yes' })).toThrow('COMPOSE_FILE=');
  makeSecrets({ S3_ENDPOINT, S3_ACCESS_KEY: 'account', S3_SECRET_KEY: 'of the operator' });
  const keys = files().filter(([name]) => /s3-(access|secret)-key$/.test(name));
  expect(new Set(keys.map(([, text]) => text))).toEqual(new Set(['account', 'of the operator']));
});

it('the secrets of an installation with compose let only the gateway sign, with the key that all others know', () => {
  makeSecrets();
  expect(globSync('*/service-token-private-key', { cwd: folder })).toEqual([
    'gateway/service-token-private-key',
  ]);
  const { x } = JSON.parse(read('gateway/service-token-private-key')) as { x: string };
  const { keys } = JSON.parse(read('app/service-token-public-keys')) as { keys: object[] };
  expect(keys).toEqual([expect.objectContaining({ x })]);
  expect(keys[0]).not.toHaveProperty('d');
});

it('the secrets of an installation with compose stay as they are at each later start, and are printed once', () => {
  const password = /First sign-in: admin, password (\S+)/.exec(makeSecrets())?.[1] ?? '';
  expect(password).toBe(read('billing/admin-password'));
  const first = files();
  expect(makeSecrets()).not.toContain(password);
  expect(files()).toEqual(first);
});

it.each([
  ['redis/password', 'redis/password redis/users.acl /redis-url'],
  ['rabbitmq/password', 'rabbitmq/definitions.json rabbitmq/password /rabbitmq-url'],
  ['mongo/password', 'mongo/ mongodb-uri'],
  ['minio/password', 'minio/password minio/server.env s3-secret-key'],
  ['minio/access-keys', 'minio/access-keys minio/server.env s3-access-key'],
])(
  'the secrets of an installation with compose change with what is removed: %s',
  (removed, changing) => {
    makeSecrets();
    const before = new Map(files());
    for (const name of removed.split(' ')) rmSync(join(folder, name));
    makeSecrets();
    const changed = files().filter(([name, text]) => before.get(name) !== text);
    const expected = [...before.keys()].filter((name) =>
      changing.split(' ').some((part) => name.startsWith(part) || name.endsWith(part)),
    );
    expect(changed.map(([name]) => name)).toEqual(expected);
  },
);
