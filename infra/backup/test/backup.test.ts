import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'minio';
import { Binary, Decimal128, Long, MongoClient, type Document } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
// oxlint-disable-next-line ctdb/borders -- it is what the catalog promises
import * as promise from '../../../services/contracts/src/constants/backups.ts';
import { run } from '../src/command.ts';
import { compareDatabase, dumpDatabase } from '../src/databases.ts';
import { Journal } from '../src/journal.ts';
import { Repository } from '../src/repository.ts';
import { backUp, drill, restore } from '../src/runs.ts';
import { isTooEarly } from '../src/schedule.ts';
import { loadSettings, type Settings } from '../src/settings.ts';

const id = `test-${randomBytes(5).toString('hex')}`;
const folder = fs.mkdtempSync(join(tmpdir(), 'backup-'));
/** Made by `restic init`, but its key is derived with N = 2, which saves each process half a second. */
const emptyRepository = join(import.meta.dirname, 'repository');
const given = (name: string): string => process.env[name] ?? '';
const { hostname, port } = new URL(given('S3_ENDPOINT'));
const storage = new Client({
  ...{ endPoint: hostname, port: Number(port), useSSL: false },
  ...{ accessKey: given('S3_ACCESS_KEY'), secretKey: given('S3_SECRET_KEY') },
});
let mongo: MongoClient;
let settings: Settings;

const database = `${id}-registry`;
const journalDatabase = `${id}-journal`;
const collection = () => mongo.db(database).collection<Document>('things');
const bucket = (name: string) => `${id}-${name}`;
const put = (name: string, key: string, text: string) =>
  storage.putObject(bucket(name), key, Buffer.from(text));
const read = async (name: string, key: string): Promise<string> =>
  (await (await storage.getObject(bucket(name), key)).toArray()).join('');
const withRepository = (changes: Partial<Settings['repository']>): Settings => ({
  ...settings,
  repository: { ...settings.repository, ...changes },
});
const newest = async () => (await new Repository(settings).find()).id;

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
  fs.writeFileSync(join(folder, 'secrets.json'), '{"secret":1}');
  fs.mkdirSync(join(folder, 'settings', '..data'), { recursive: true });
  fs.cpSync(emptyRepository, join(folder, 'repository'), { recursive: true });
  fs.writeFileSync(join(folder, 'settings', '.env'), 'SELLER_NAME=Clinic');
  settings = {
    ...loadSettings({
      ...process.env,
      BACKUP_PASSWORD: 'password',
      BACKUP_REPOSITORY: join(folder, 'repository'),
      BACKUP_WORK: join(folder, 'work'),
      BACKUP_SECRETS: join(folder, 'secrets.json'),
      BACKUP_SETTINGS: join(folder, 'settings'),
      RESTORE_MONGODB_URI: given('MONGODB_URI'),
      RESTORE_S3_ACCESS_KEY: given('S3_ACCESS_KEY'),
      RESTORE_S3_SECRET_KEY: given('S3_SECRET_KEY'),
    }),
    databases: [database],
    auditDatabase: database,
    buckets: { images: bucket('images'), catalog: bucket('catalog'), billing: bucket('none') },
  };
  await collection().insertMany(Array.from({ length: 300 }, (_, n) => thing(n)));
  await collection().createIndex({ n: 1 }, { unique: true });
  for (const name of ['images', 'catalog']) await storage.makeBucket(bucket(name));
  await put('images', 'images/a/full.webp', 'picture');
  await put('images', 'staging/b', 'half of an upload');
  await put('catalog', 'erasures/1.json', 'first');
}, 60_000);

afterAll(async () => {
  for (const name of [database, journalDatabase]) await mongo.db(name).dropDatabase();
  await mongo.close();
  for (const name of ['images', 'catalog', 'repository']) {
    const objects = await storage.listObjectsV2(bucket(name), '', true).toArray();
    await storage.removeObjects(bucket(name), objects as { name: string }[]);
    await storage.removeBucket(bucket(name));
  }
  fs.rmSync(folder, { recursive: true });
});

it('a backup of everything brings back databases, objects, secrets and settings, and takes back what came later', async () => {
  const before = await stored();
  const startedAt = Date.now();
  const first = await backUp(settings, mongo);
  expect(first).toMatchObject({ databases: { [database]: 300 }, place: 'dataDisk' });
  expect(first.auditHead).toBeUndefined();

  const passed = await drill(settings, mongo);
  expect(passed.snapshot).toBe(first.snapshot);
  // Payments since the run began may be missing in it.
  expect(passed.snapshotAt.getTime()).toBeLessThanOrEqual(startedAt + 1_000);
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
  expect(await collection().indexes()).toContainEqual(expect.objectContaining({ unique: true }));
  expect(await read('images', 'images/a/full.webp')).toBe('picture');
  // Notes of erased patients come from the newest backup, and none is lost.
  for (const [n, text] of ['first', 'second', 'third'].entries())
    expect(await read('catalog', `erasures/${n + 1}.json`)).toBe(text);

  const target = join(folder, 'extracted');
  const paths = ['/secrets', '/settings', '/objects'];
  await new Repository(settings).extract(second.snapshot, paths, target);
  const files = [
    'secrets/secrets.json',
    'settings/.env',
    'settings/..data',
    'objects/images/staging',
  ];
  const areThere = files.map((file) => fs.existsSync(join(target, file)));
  expect(areThere).toEqual([true, true, false, false]);
}, 120_000);

it('a backup of everything holds an erased name no longer than its erasure promises, also if no backup succeeds since', async () => {
  const address = join(folder, 'erasure');
  fs.cpSync(emptyRepository, address, { recursive: true });
  const changed = withRepository({ address });
  const repository = new Repository(changed);
  const stage = join(folder, 'stage');
  const dump = join(stage, 'databases', database);
  const save = async (at: Date): Promise<void> => {
    await dumpDatabase(mongo.db(database), dump);
    await repository.save(stage, at);
  };
  fs.mkdirSync(stage);
  // Fills the files of the repository with more than the name, of which restic by default leaves 5 % unused.
  fs.writeFileSync(join(stage, 'objects'), randomBytes(40_000_000));
  const erasedAt = new Date();
  await collection().insertOne({ n: 5_000, patientName: 'Zacharias' });
  await save(erasedAt);
  const withName = fs.readFileSync(join(dump, 'things.bson'));
  expect(withName.toString('latin1')).toContain('Zacharias');
  await collection().deleteOne({ n: 5_000 });
  await save(new Date(erasedAt.getTime() + 3_600_000));

  const { password, keepDays } = changed.repository;
  const env = { RESTIC_REPOSITORY: address, RESTIC_PASSWORD: password };
  const restic = async (...args: string[]) =>
    (await run('restic', [...args, '--no-cache'], { env })).stdout;
  const blob = createHash('sha256').update(withName).digest('hex');
  const found = await restic('find', '--blob', blob, '--show-pack-id');
  const [pack = ''] = /(?<=pack )[0-9a-f]{64}/.exec(found) ?? [];
  const areThere = async () => [
    (await restic('list', 'blobs')).includes(blob),
    fs.existsSync(join(address, 'data', pack.slice(0, 2), pack)),
  ];
  await repository.prune(erasedAt);
  expect(await areThere()).toEqual([true, true]);
  const days = { DATABASE_BACKUP_DAYS: keepDays, BACKUP_REMOVAL_DAYS: promise.MIN_REMOVAL_DAYS };
  await repository.prune(promise.toBackupsUntil(erasedAt, days));
  expect(await areThere()).toEqual([false, false]);
  await restic('check', '--read-data');
}, 60_000);

it('a backup of everything fails, and stores nothing, where a database is missing or the password is another one', async () => {
  const before = await newest();
  const more = { ...settings, databases: [database, `${id}-forgotten`] };
  await expect(backUp(more, mongo)).rejects.toThrow(`there is nothing of ${id}-forgotten`);
  const other = withRepository({ password: 'other' });
  await expect(backUp(other, mongo)).rejects.toThrow('wrong password');
  expect(await newest()).toBe(before);
});

it('a backup of everything restores nothing from a backup that lacks a database', async () => {
  const forgotten = mongo.db(`${id}-forgotten`);
  await forgotten.collection('things').insertOne({ n: 1 });
  try {
    const more = { ...settings, databases: [`${id}-forgotten`, database] };
    for (const work of [restore, drill])
      await expect(work(more, mongo)).rejects.toThrow(`has no database ${id}-forgotten`);
    expect(await forgotten.collection('things').countDocuments()).toBe(1);
  } finally {
    await forgotten.dropDatabase();
  }
}, 60_000);

it('a backup of everything is made where a killed run has left a lock, and notes the end of the audit trail', async () => {
  const days = mongo.db(database).collection<{ _id: string }>('audit_days');
  const ends = { '2026-11-23': 4, '2026-11-24': 9, '2026-11-25': 0 };
  for (const [_id, sequence] of Object.entries(ends))
    await days.insertOne({ _id, sequence, hash: `hash ${sequence}` } as { _id: string });
  const { address, password } = settings.repository;
  const locks = fs.watch(join(address, 'locks'));
  const killed = spawn('restic', ['--repo', address, 'backup', '--stdin'], {
    env: { ...process.env, RESTIC_PASSWORD: password },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  try {
    await once(locks, 'change');
    expect(await backUp(settings, mongo)).toMatchObject({
      databases: { [database]: 303 },
      auditHead: { sequence: 9, day: '2026-11-24', hash: 'hash 9' },
    });
  } finally {
    locks.close();
    killed.kill('SIGKILL');
    await days.drop();
  }
}, 60_000);

it('a backup of everything is stored in a bucket, and creates bucket and repository at the first run', async () => {
  const { accessKey, secretKey } = settings.storage;
  const at = (path: string) => {
    const address = `s3:${given('S3_ENDPOINT')}/${bucket('repository')}/${path}`;
    return withRepository({ address, accessKey, secretKey });
  };
  await new Repository(at('new')).open();
  expect((await storage.statObject(bucket('repository'), 'new/config')).size).toBeGreaterThan(0);
  for (const file of ['config', `keys/${fs.readdirSync(join(emptyRepository, 'keys'))[0]}`])
    await storage.fPutObject(bucket('repository'), `old/${file}`, join(emptyRepository, file));
  const { snapshot } = await backUp(at('old'), mongo);
  const target = join(folder, 'from-bucket');
  await new Repository(at('old')).extract(snapshot, ['/secrets'], target);
  expect(fs.readFileSync(join(target, 'secrets/secrets.json'), 'utf8')).toBe('{"secret":1}');
}, 120_000);

it('a backup of everything fails in a drill where a restored database differs from its dump', async () => {
  const target = join(folder, 'compared');
  await new Repository(settings).extract('latest', ['/databases'], target);
  const dump = join(target, 'databases', database);
  const compare = (things: number) => compareDatabase(mongo.db(database), dump, { things });
  await compare(300);
  await expect(compare(301)).rejects.toThrow('300 documents');
  await collection().dropIndexes();
  await expect(compare(300)).rejects.toThrow('1 indexes');
});

it('the journal takes a run for failed whose process was killed, when the next one of its kind begins', async () => {
  const journal = new Journal(mongo, journalDatabase);
  const runs = mongo.db(journalDatabase).collection('runs');
  const startedAt = new Date();
  for (const run of ['drill', 'backup'])
    await runs.insertOne({ run, startedAt, outcome: 'running' });
  await journal.record('drill', () => Promise.resolve({ tenth: 3 }));
  const found = await runs.find({}, { sort: { _id: 1 } }).toArray();
  expect(found).toMatchObject([
    { run: 'drill', outcome: 'failed', step: 'other', endedAt: expect.any(Date) },
    { run: 'backup', outcome: 'running' },
    { run: 'drill', outcome: 'ok' },
  ]);
  expect(await journal.findDrilledTenth()).toBe(3);
});

it('the journal has no failure before services have made their databases', async () => {
  const journal = new Journal(mongo, journalDatabase);
  const more = { databases: [database, `${id}-new`] };
  expect(await isTooEarly(settings, mongo, journal)).toBe(false);
  expect(await isTooEarly(more, mongo, journal)).toBe(true);
  await journal.record('backup', () => Promise.resolve({}));
  expect(await isTooEarly(more, mongo, journal)).toBe(false);
});
