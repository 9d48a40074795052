import { createHash } from 'node:crypto';
import { BSON, type Collection, type Document, type MongoClientOptions } from 'mongodb';
import { MongoClient } from 'mongodb';
import { LaunchError, StoppedError } from '../failure.ts';

const SYSTEM_DATABASES = new Set(['admin', 'config', 'local']);
const BATCH_DOCUMENTS = 500;
/** Numbers stay what they are: 1 as an integer and 1 as a double are different values. */
export const KEEP_TYPES: MongoClientOptions = {
  promoteValues: false,
  promoteLongs: false,
  promoteBuffers: false,
  bsonRegExp: true,
};

/** Whether the server has a database of the product. */
export async function hasDatabases(address: string): Promise<boolean> {
  const client = new MongoClient(address);
  try {
    return (await databasesOf(client)).length > 0;
  } finally {
    await client.close();
  }
}

/**
 * Makes the databases of `to` those of `from`, and verifies them. Indexes are left out: the services make them at their start.
 * Returns the number of documents.
 * @throws LaunchError if a collection differs afterwards
 */
export async function copyDatabases(from: string, to: string, signal: AbortSignal) {
  const source = new MongoClient(from, KEEP_TYPES);
  const target = new MongoClient(to, KEEP_TYPES);
  try {
    for (const name of await databasesOf(target)) await target.db(name).dropDatabase();
    let total = 0;
    for (const name of await databasesOf(source)) {
      const collections = await source.db(name).listCollections({}, { nameOnly: true }).toArray();
      for (const collection of collections.filter((one) => !one.name.startsWith('system.'))) {
        const [one, other] = [source, target].map((client) =>
          client.db(name).collection(collection.name),
        ) as [Collection, Collection];
        total += await copyCollection(one, other, signal);
      }
    }
    return total;
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

async function databasesOf(client: MongoClient): Promise<string[]> {
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
  return databases.map(({ name }) => name).filter((name) => !SYSTEM_DATABASES.has(name));
}

/** Copies into an empty collection, and verifies it. Returns the number of documents. */
export async function copyCollection(from: Collection, to: Collection, signal: AbortSignal) {
  let batch: Document[] = [];
  const flush = async () => {
    if (batch.length > 0) await to.insertMany(batch, { ordered: true });
    batch = [];
  };
  const copied = await digest(from, async (document) => {
    if (signal.aborted) throw new StoppedError();
    batch.push(document);
    if (batch.length === BATCH_DOCUMENTS) await flush();
  });
  await flush();
  const found = await digest(to);
  if (found.count === copied.count && found.sha256 === copied.sha256) return copied.count;
  throw new LaunchError(
    `The copy of ${from.namespace} differs: ${copied.count} documents became ${found.count}.`,
    'Nothing was changed at the old server. Try again.',
  );
}

/**
 * Number of documents, and a checksum that does not depend on their order.
 * @param onDocument called with each document
 */
async function digest(collection: Collection, onDocument?: (document: Document) => Promise<void>) {
  const sum = Buffer.alloc(32);
  let count = 0;
  for await (const document of collection.find({})) {
    const hash = createHash('sha256').update(BSON.serialize(document)).digest();
    for (const [index, byte] of hash.entries()) sum[index] = (sum[index] ?? 0) ^ byte;
    count += 1;
    await onDocument?.(document);
  }
  return { count, sha256: sum.toString('hex') };
}
