import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { importSource } from '../testing/service-environments.ts';
import { find, overlay, repository } from './kustomize-build.ts';

interface Settings {
  clusterSettings: string[];
  replicationSettings: string[];
  sentinelSettings: Record<string, string>;
}

interface Access {
  databaseRoles: () => { user: string; roles: { role: string; db: string }[] }[];
}

const print = join(repository, 'infra/local/access/print.mjs');
let tested: Settings;
let access: Access;
beforeAll(async () => {
  access = (await importSource('infra/local/access/users.mjs')) as Access;
  tested = (await importSource('infra/faults/src/nodes/settings.ts')) as Settings;
});

const objects = overlay('ha');
const linesOf = (text: unknown) => String(text).split('\n');

it('the servers of the overlay ha have the settings with which `npm run test:nodes` ends nodes', () => {
  const { rabbitmq } = find(objects, 'RabbitmqCluster', 'rabbitmq')?.spec as {
    rabbitmq: { additionalConfig: string };
  };
  expect(linesOf(rabbitmq.additionalConfig)).toEqual(
    expect.arrayContaining(tested.clusterSettings),
  );
  const { 'redis-additional.conf': redis } =
    find(objects, 'ConfigMap', 'redis-settings')?.data ?? {};
  expect(linesOf(redis)).toEqual(expect.arrayContaining(tested.replicationSettings));
  expect(find(objects, 'RedisSentinel', 'redis')?.spec).toMatchObject({
    redisSentinelConfig: tested.sentinelSettings,
  });
});

it('the servers of the overlay ha name the class of their volumes', () => {
  const storageClassName = expect.any(String);
  expect(find(objects, 'RabbitmqCluster', 'rabbitmq')?.spec).toMatchObject({
    persistence: { storageClassName },
  });
  expect(find(objects, 'RedisReplication', 'redis')?.spec).toMatchObject({
    storage: { volumeClaimTemplate: { spec: { storageClassName } } },
  });
  expect(find(objects, 'PerconaServerMongoDB', 'mongodb')?.spec).toMatchObject({
    replsets: [{ volumeSpec: { persistentVolumeClaim: { storageClassName } } }],
  });
});

it('the servers of the overlay ha keep their own backups, which hold erased names, as long as the others are kept', () => {
  const days = find(objects, 'ConfigMap', 'catalog')?.data?.['DATABASE_BACKUP_DAYS'];
  const retention = { type: 'count', count: Number(days), deleteFromStorage: true };
  expect(find(objects, 'PerconaServerMongoDB', 'mongodb')?.spec).toMatchObject({
    backup: { tasks: [{ schedule: '0 1 * * *', retention }] },
  });
});

it('the servers of the overlay ha have the users that the product has at MongoDB', () => {
  const users = access.databaseRoles().map(({ user: name, roles }) => ({
    ...{ name, db: 'admin', passwordSecretRef: { name: 'mongodb-users', key: name } },
    roles: roles.map(({ role, db }) => ({ name: role, db })),
  }));
  expect(find(objects, 'PerconaServerMongoDB', 'mongodb')?.spec).toMatchObject({ users });
  const env = { ...process.env, SECRET: 'secret' };
  const printed = execFileSync(process.execPath, [print, 'passwords'], { env }).toString();
  const keys = [...printed.matchAll(/^([^:]+):/gm)].map(([, key]) => key);
  expect(keys).toEqual(expect.arrayContaining(users.map(({ name }) => name)));
});

it('the servers of the overlay ha are in the Secret that is printed, which has all keys that pods read', () => {
  const env = {
    ...{ SECRET: 'a/b', MONGODB_URI: 'mongodb://a,b/', RABBITMQ_URL: 'amqps://r:5671' },
    ...{ REDIS_URL: 'redis+sentinel://s:26379/master', REDIS_ADDRESS: 'r:6379' },
  };
  const text = execFileSync(process.execPath, [print, 'secret'], { env }).toString();
  const { stringData } = JSON.parse(text) as { stringData: Record<string, string> };
  const parts = JSON.stringify(objects)
    .split(/(?:Name|"name)":"colour-therapy-secrets"/)
    .slice(1)
    .filter((part) => !part.startsWith(',"optional":true'));
  const keys = parts.map((part) => part.split(/Name":|"name":/)[0] ?? '');
  const read = keys.flatMap((part) => part.match(/(?<="key":")[^"]+/g) ?? []);
  expect(Object.keys(stringData).toSorted()).toEqual([...new Set(read)].toSorted());
  expect(stringData['mongodb-uri']).toBe('mongodb://ctdb:a%2Fb@a,b/');
});
