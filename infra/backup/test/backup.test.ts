import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'minio';
import { Binary, Decimal128, Long, MongoClient, type Document } from 'mongodb';
import { compareDatabase } from '../src/databases.ts';
import { Repository } from '../src/repository.ts';
import { backUp, drill, restore } from '../src/runs.ts';
import { loadSettings, type Settings } from '../src/settings.ts';

const id = `test-${randomBytes(5).toString('hex')}`;
const folder = mkdtempSync(join(tmpdir(), 'backup-'));
const given = (name: string): string => process.env[name] ?? '';
const { hostname, port } = new URL(given('S3_ENDPOINT'));
const storage = new Client({
  ...{ endPoint: hostname, port: Number(port), useSSL: false },
  ...{ accessKey: given('S3_ACCESS_KEY'), secretKey: given('S3_SECRET_KEY') },
});
let mongo: MongoClient;
let settings: Settings;

const database = `${id}-registry`;
const collection = () => mongo.db(database).collection<Document>('things');
const bucket = (name: string) => `${id}-${name}`;
const put = (name: string, key: string, text: string) =>
  storage.putObject(bucket(name), key, Buffer.from(text));
const read = async (name: string, key: string): Promise<string> =>
  (await (await storage.getObject(bucket(name), key)).toArray()).join('');

/** Values of types that a careless copy changes. */
const thing = (n: number): Document => ({
  n,
  long: Long.fromNumber(n),
  decimal: Decimal128.fromString('1.10'),
  bytes: new Binary(Buffer.from([n % 256])),
  at: new Date(n),
  text: 'ಕನ್ನಡ',
  nested: { list: [1, null, { deep: true }] },
});
const stored = () =>
  collection()
    .find({}, { sort: { n: 1 }, raw: true })
    .toArray();

beforeAll(async () => {
  mongo = await new MongoClient(given('MONGODB_URI')).connect();
  writeFileSync(join(folder, 'secrets.json'), '{"secret":1}');
  settings = {
    ...loadSettings({
      ...process.env,
      BACKUP_PASSWORD: 'password',
      BACKUP_REPOSITORY: join(folder, 'repository'),
      BACKUP_WORK: join(folder, 'work'),
      BACKUP_SECRETS: join(folder, 'secrets.json'),
      RESTORE_MONGODB_URI: given('MONGODB_URI'),
      RESTORE_S3_ACCESS_KEY: given('S3_ACCESS_KEY'),
      RESTORE_S3_SECRET_KEY: given('S3_SECRET_KEY'),
    }),
    databases: [database],
    buckets: { images: bucket('images'), catalog: bucket('catalog'), releases: bucket('none') },
  };
  await collection().insertMany(Array.from({ length: 300 }, (_, n) => thing(n)));
  await collection().createIndex({ n: 1 }, { unique: true });
  for (const name of ['images', 'catalog']) await storage.makeBucket(bucket(name));
  await put('images', 'images/a/full.webp', 'picture');
  await put('images', 'staging/b', 'half of an upload');
  await put('catalog', 'erasures/1.json', 'first');
}, 60_000);

afterAll(async () => {
  await mongo.db(database).dropDatabase();
  await mongo.close();
  for (const name of ['images', 'catalog']) {
    const keys: string[] = [];
    for await (const { name: key } of storage.listObjectsV2(bucket(name), '', true))
      keys.push(key as string);
    await storage.removeObjects(bucket(name), keys);
    await storage.removeBucket(bucket(name));
  }
  rmSync(folder, { recursive: true });
});

describe('a backup of everything', () => {
  it('brings back databases, objects and secrets, and takes back what came later', async () => {
    const before = await stored();
    const first = await backUp(settings, mongo);
    expect(first.databases).toEqual({ [database]: 300 });

    const passed = await drill(settings, mongo);
    expect(passed.snapshot).toBe(first.snapshot);
    const names = (await mongo.db().admin().listDatabases()).databases.map(({ name }) => name);
    expect(names).not.toContain(`drill-${database}`);

    await put('catalog', 'erasures/2.json', 'second');
    const second = await backUp(settings, mongo);

    await collection().deleteMany({ n: { $gte: 10 } });
    await collection().insertOne(thing(999));
    await storage.removeObject(bucket('images'), 'images/a/full.webp');
    for (const n of [1, 2]) await storage.removeObject(bucket('catalog'), `erasures/${n}.json`);
    await put('catalog', 'erasures/3.json', 'third');

    const restored = await restore(settings, mongo, first.snapshot);
    expect(restored.snapshot).toBe(first.snapshot);
    expect(await stored()).toEqual(before);
    expect((await collection().listIndexes().toArray()).map(({ unique }) => unique)).toContain(
      true,
    );
    expect(await read('images', 'images/a/full.webp')).toBe('picture');
    // Notes of erased patients come from the newest backup, and none is lost.
    for (const [n, text] of ['first', 'second', 'third'].entries())
      expect(await read('catalog', `erasures/${n + 1}.json`)).toBe(text);

    const target = join(folder, 'extracted');
    const repository = new Repository(settings);
    await repository.extract(second.snapshot, ['/secrets', '/objects'], target);
    expect(() => rmSync(join(target, 'secrets/secrets.json'))).not.toThrow();
    expect(() => rmSync(join(target, 'objects/images/staging'))).toThrow('ENOENT');
  }, 120_000);

  it('fails, and stores nothing, where a database is missing', async () => {
    const { id: newest } = await new Repository(settings).find();
    const more = { ...settings, databases: [database, `${id}-forgotten`] };
    await expect(backUp(more, mongo)).rejects.toThrow(`there is nothing of ${id}-forgotten`);
    expect((await new Repository(settings).find()).id).toBe(newest);
  });

  it('fails with another password, and leaves the repository as it is', async () => {
    const other = { ...settings, repository: { ...settings.repository, password: 'other' } };
    await expect(backUp(other, mongo)).rejects.toThrow('wrong password');
  });

  it('fails in a drill where a restored database differs from its dump', async () => {
    const target = join(folder, 'compared');
    await new Repository(settings).extract('latest', ['/databases'], target);
    const place = {
      client: mongo,
      uri: settings.mongodbUri,
      folder: join(target, 'databases', database),
    };
    await compareDatabase(place, database, { things: 300 });
    await expect(compareDatabase(place, database, { things: 301 })).rejects.toThrow(
      '300 documents',
    );
    await collection().dropIndexes();
    await expect(compareDatabase(place, database, { things: 300 })).rejects.toThrow('1 indexes');
  });
});
