import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Double, Int32, Long, MongoClient } from 'mongodb';
import { copyCollection, KEEP_TYPES } from '../src/moving/copy-databases.ts';
import { copyBucket, storageClient } from '../src/moving/copy-objects.ts';

const { MONGODB_URI = '' } = process.env;
const id = `test-${randomBytes(5).toString('hex')}`;
const mongo = new MongoClient(MONGODB_URI, KEEP_TYPES);
const database = mongo.db(id);
const client = storageClient(process.env);
const [from, to] = ['from', 'to'].map((name) => ({ client, name: `${id}-${name}` })) as [
  { client: typeof client; name: string },
  { client: typeof client; name: string },
];
const never = new AbortController().signal;

beforeAll(() => client.makeBucket(from.name, 'us-east-1'));
afterAll(async () => {
  await database.dropDatabase();
  await mongo.close();
});

it('documents are copied with their types; a copy that differs is refused', async () => {
  const documents = Array.from({ length: 1_201 }, (_, index) => ({
    _id: new Int32(index),
    ...{ one: new Double(1), long: Long.fromNumber(2), text: 'ಬಣ್ಣ', nested: { at: new Date(0) } },
  }));
  const source = database.collection<{ _id: Int32 }>('source');
  await source.insertMany(documents);
  const target = database.collection('target');
  expect(await copyCollection(database.collection('source'), target, never)).toBe(1_201);
  expect(await target.findOne({ _id: new Int32(7) as never })).toEqual(documents[7]);
  const other = database.collection('other');
  await other.insertOne({ _id: new Int32(9_999) as never });
  await expect(copyCollection(database.collection('source'), other, never)).rejects.toThrow(
    '1201 documents became 1202',
  );
});

it('objects are copied with their type, again after an interruption, and what is no longer there is removed', async () => {
  const image = randomBytes(100_000);
  await client.putObject(from.name, 'images/a b/ಚಿತ್ರ.webp', image, image.length, {
    'Content-Type': 'image/webp',
  });
  await client.putObject(from.name, 'empty', Buffer.alloc(0));
  const stopped = AbortSignal.abort();
  await expect(copyBucket(from, to, stopped)).rejects.toThrow('Stopped');
  await client.putObject(to.name, 'obsolete', 'x');
  expect(await copyBucket(from, to, never)).toEqual({ objects: 2, bytes: image.length });
  const { metaData, size } = await client.statObject(to.name, 'images/a b/ಚಿತ್ರ.webp');
  expect([metaData['content-type'], size]).toEqual(['image/webp', image.length]);
  await expect(client.statObject(to.name, 'obsolete')).rejects.toMatchObject({ code: 'NotFound' });
});
