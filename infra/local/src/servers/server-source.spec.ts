import { afterEach, beforeEach, expect, it } from 'vitest';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from '../paths.ts';
import type { BackingServer, LocalServer } from './backing-server.ts';
import { containerImage } from './containers.ts';
import { chooseServers, readBacking, type Source } from './server-source.ts';
import { findData, recordServers } from './servers-file.ts';

let dataFolder: string;
beforeEach(() => void (dataFolder = mkdtempSync(join(tmpdir(), 'servers-'))));
afterEach(() => rmSync(dataFolder, { recursive: true }));

const never = () => Promise.reject(new Error('not started here'));
const local = (folder: string, program?: string, privateLabel?: string): LocalServer => ({
  ...{
    folder,
    start: never,
    ...(privateLabel === undefined && { findProgram: async () => program }),
  },
  ...(privateLabel === undefined ? {} : { privateLabel }),
});
const storage = (program?: string): BackingServer => ({
  ...{ name: 'storage', title: 'Object storage', variable: 'S3_ENDPOINT', defaultPort: 9000 },
  ...{ program: 'minio', isMovable: true },
  local: [
    local('minio', program),
    local('new', undefined, 'New'),
    local('minio', undefined, 'Old'),
  ],
  container: { service: 'minio', toAddress: String, isReady: never },
});

interface Given {
  env?: NodeJS.ProcessEnv;
  program?: string;
  docker?: boolean;
  root?: boolean;
  backing?: 'containers' | 'private';
}

const choose = async (given: Given): Promise<string> => {
  const { env = {}, program, docker = false, root = true, backing } = given;
  const findDockerObstacle = async () => (docker ? undefined : 'it does not answer');
  const machine = { canUseChroot: root, findDockerObstacle };
  const findOwn = (server: BackingServer) => findData(server, dataFolder);
  const options = { env, findData: findOwn, backing, machine };
  const { chosen } = await chooseServers([storage(program)], options);
  return describeSource(chosen[0]?.source);
};
const describeSource = (source: Source | undefined): string => {
  if (source?.kind === 'address') return source.address;
  return source?.kind === 'local'
    ? (source.program ?? source.server.privateLabel ?? '')
    : 'containers';
};

it.each<[Given, string]>([
  [{ env: { S3_ENDPOINT: 'http://s' }, docker: true }, 'http://s'],
  [{ env: { S3_ENDPOINT: '' }, docker: true, program: '/bin/minio' }, 'containers'],
  [{ program: '/bin/minio' }, '/bin/minio'],
  [{}, 'New'],
  [{ docker: true, program: '/bin/minio', backing: 'private' }, 'New'],
  [{ docker: true, backing: 'containers' }, 'containers'],
])('without data, %j comes from %s', async (given, expected) => {
  expect(await choose(given)).toBe(expected);
});

it.each<[string, Given, string]>([
  ['minio', { docker: true }, 'Old'],
  ['minio', { docker: true, program: '/bin/minio' }, '/bin/minio'],
  ['new', { docker: true, program: '/bin/minio' }, 'New'],
  ['containers', { docker: true, program: '/bin/minio' }, 'containers'],
  ['address', { env: { S3_ENDPOINT: 'http://s' }, docker: true, backing: 'private' }, 'http://s'],
])('data in %s win over %j', async (data, given, expected) => {
  recordServers(dataFolder, { storage: data });
  expect(await choose(given)).toBe(expected);
});

it('data of earlier versions are found by their folder, an empty one is nothing, and the record wins', async () => {
  mkdirSync(join(dataFolder, 'new'));
  mkdirSync(join(dataFolder, 'minio'));
  expect(findData(storage(), dataFolder)).toBeUndefined();
  writeFileSync(join(dataFolder, 'minio', 'objects'), '');
  expect(await choose({ docker: true })).toBe('Old');
  writeFileSync(join(dataFolder, 'new', 'objects'), '');
  await expect(choose({})).rejects.toThrow('There are data of Object storage in minio and new.');
  recordServers(dataFolder, { storage: 'containers', redis: 'redis' });
  recordServers(dataFolder, { redis: 'containers' });
  expect(await choose({ docker: true })).toBe('containers');
});

it.each<[string | undefined, Given, RegExp]>([
  ['containers', {}, /volume of Docker, which cannot be used: it does not answer/],
  ['containers', { docker: true, backing: 'private' }, /^BACKING is private/],
  ['minio', { docker: true, backing: 'containers' }, /are in the folder minio/],
  ['minio', { env: { S3_ENDPOINT: 'http://s' } }, /^S3_ENDPOINT is set.* in the folder minio/],
  ['address', { docker: true }, /S3_ENDPOINT is not set/],
  ['minio', { docker: true, root: false }, /^Not found on this machine: Object storage/],
  [undefined, { backing: 'containers' }, /^Docker cannot run the servers: it does not answer/],
  [undefined, { root: false }, /^Not found on this machine: Object storage/],
])('with data in %s, %j is refused', async (data, given, message) => {
  if (data !== undefined) recordServers(dataFolder, { storage: data });
  await expect(choose(given)).rejects.toThrow(message);
});

it('a damaged record is refused', async () => {
  writeFileSync(join(dataFolder, 'servers.json'), '{');
  await expect(choose({})).rejects.toThrow('cannot be read');
});

it('BACKING and TEST_BACKING name a kind of servers', () => {
  const env = { BACKING: '', TEST_BACKING: 'private' };
  expect([readBacking(env, false), readBacking(env, true)]).toEqual([undefined, 'private']);
  expect(() => readBacking({ BACKING: 'docker' }, false)).toThrow('must be containers or private');
});

it.each(['mongo', 'redis', 'rabbitmq', 'minio'])('the image of %s is that of compose', (name) => {
  const compose = readFileSync(join(repository, 'docker-compose.yml'), 'utf8');
  const service = compose.split(`\n  ${name}:\n`)[1]?.split('\n\n')[0] ?? '';
  expect(service).toContain(`image: ${containerImage(name)}\n`);
});
