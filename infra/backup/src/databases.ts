import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BSON, type CollectionInfo, type Db, type Document } from 'mongodb';

const METADATA = '.metadata.json';
const BATCH_BYTES = 8_000_000;

/** Collections that say what is in others. They are copied first, so that no copy lacks what they name. */
const NOTES = ['audit_days'];

/** The number of documents by collection. */
export type Counts = Record<string, number>;

/** A collection as mongodump describes it beside its documents. */
interface Metadata {
  options?: Document;
  indexes: Document[];
}

/** The collections in a folder of mongodump, with their descriptions. */
const readMetadata = async (folder: string): Promise<Map<string, Metadata>> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith(METADATA)).sort();
  const entries = files.map(async (file): Promise<[string, Metadata]> => {
    const text = await readFile(join(folder, file), 'utf8');
    const name = decodeURIComponent(file.slice(0, -METADATA.length));
    return [name, BSON.EJSON.parse(text, { relaxed: false }) as Metadata];
  });
  return new Map(await Promise.all(entries));
};

const toFile = (folder: string, collection: string, ending: string): string =>
  join(folder, `${encodeURIComponent(collection)}${ending}`);

/** Copies a database into the folder, in mongodump's format, so that mongorestore can read it as well. */
export const dumpDatabase = async (db: Db, folder: string): Promise<Counts> => {
  await mkdir(folder, { recursive: true });
  const counts: Counts = {};
  const collections = (await db.listCollections().toArray()) as CollectionInfo[];
  const isNote = ({ name }: CollectionInfo) => Number(NOTES.includes(name));
  collections.sort((a, b) => isNote(b) - isNote(a));
  for (const { name, type = 'collection', options } of collections) {
    if (type !== 'collection' || name.startsWith('system.')) continue;
    const collection = db.collection(name);
    const indexes = await collection.listIndexes().toArray();
    const metadata = { options: options ?? {}, indexes, collectionName: name, type };
    await writeFile(
      toFile(folder, name, METADATA),
      BSON.EJSON.stringify(metadata, { relaxed: false }),
    );
    let count = 0;
    const documents = async function* () {
      for await (const document of collection.find({}, { raw: true })) {
        count += 1;
        yield document as unknown as Buffer;
      }
    };
    await pipeline(Readable.from(documents()), createWriteStream(toFile(folder, name, '.bson')));
    counts[name] = count;
  }
  return counts;
};

/** The documents of a file, each of which begins with its length. */
const readDocuments = async function* (file: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(file)) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    while (rest.length >= 4 && rest.length >= rest.readInt32LE()) {
      const length = rest.readInt32LE();
      yield rest.subarray(0, length);
      rest = rest.subarray(length);
    }
  }
  if (rest.length > 0) throw new Error(`${file} ends within a document`);
};

/** Every value keeps its type. */
const EXACT = { promoteValues: false, promoteBuffers: false, bsonRegExp: true } as const;

/** Replaces a database with the one in the folder. */
export const restoreDatabase = async (db: Db, folder: string): Promise<void> => {
  await db.dropDatabase();
  for (const [name, { options, indexes }] of await readMetadata(folder)) {
    await db.createCollection(name, options);
    let batch: Document[] = [];
    let bytes = 0;
    const send = async () => {
      if (batch.length > 0) await db.collection(name).insertMany(batch, { ordered: true });
      batch = [];
      bytes = 0;
    };
    for await (const document of readDocuments(toFile(folder, name, '.bson'))) {
      if (bytes + document.length > BATCH_BYTES) await send();
      batch.push(BSON.deserialize(document, EXACT));
      bytes += document.length;
    }
    await send();
    const more = indexes.filter((index) => index['name'] !== '_id_');
    if (more.length > 0) await db.command({ createIndexes: name, indexes: more });
  }
};

/** Throws unless a restored database has the collections, documents and indexes of its dump. */
export const compareDatabase = async (db: Db, folder: string, expected: Counts): Promise<void> => {
  const metadata = await readMetadata(folder);
  for (const [name, count] of Object.entries(expected)) {
    const at = `${db.databaseName}.${name}`;
    const indexes = await db.collection(name).listIndexes().toArray();
    if (indexes.length !== metadata.get(name)?.indexes.length)
      throw new Error(`${at} has ${indexes.length} indexes`);
    const found = await db.collection(name).countDocuments();
    // MongoDB removes documents whose time has come.
    const mayExpire = indexes.some((index) => index['expireAfterSeconds'] !== undefined);
    if (found > count || (found < count && !mayExpire))
      throw new Error(`${at} has ${found} documents instead of ${count}`);
  }
};
