import { buffer } from 'node:stream/consumers';
import { Client } from 'minio';
import { LaunchError, StoppedError } from '../failure.ts';

const PARALLEL = 8;

/** The address of an S3 server and its administrator, by environment variable. */
type Storage = Partial<Record<string, string>>;

/** A bucket of a server. */
export interface Bucket {
  client: Client;
  name: string;
}

export function storageClient(storage: Storage): Client {
  const { S3_ENDPOINT = '', S3_ACCESS_KEY = '', S3_SECRET_KEY = '' } = storage;
  const { hostname, port, protocol } = new URL(S3_ENDPOINT);
  const useSSL = protocol === 'https:';
  const keys = { accessKey: S3_ACCESS_KEY, secretKey: S3_SECRET_KEY };
  const options = { endPoint: hostname, useSSL, ...keys, region: 'us-east-1' };
  return new Client({ ...options, ...(port !== '' && { port: Number(port) }) });
}

/** Whether the server has an object in any bucket. */
export async function hasObjects(storage: Storage): Promise<boolean> {
  const client = storageClient(storage);
  for (const { name } of await client.listBuckets())
    for await (const item of client.listObjectsV2(name, '', true)) if (item) return true;
  return false;
}

/** Makes the buckets of `to` those of `from`, and verifies them. Returns the number of objects. */
export async function copyObjects(from: Storage, to: Storage, signal: AbortSignal) {
  const [source, target] = [storageClient(from), storageClient(to)];
  const total = { objects: 0, bytes: 0 };
  for (const { name } of await source.listBuckets()) {
    const one = { client: source, name };
    const { objects, bytes } = await copyBucket(one, { client: target, name }, signal);
    total.objects += objects;
    total.bytes += bytes;
  }
  return total;
}

/**
 * Makes the objects of `to` those of `from`. Each is read again and compared.
 * @throws LaunchError if one differs
 */
export async function copyBucket(from: Bucket, to: Bucket, signal: AbortSignal) {
  if (!(await to.client.bucketExists(to.name))) await to.client.makeBucket(to.name, 'us-east-1');
  const keys = await listKeys(from);
  const wanted = new Set(keys);
  const obsolete = (await listKeys(to)).filter((key) => !wanted.has(key));
  if (obsolete.length > 0) await to.client.removeObjects(to.name, obsolete);
  let bytes = 0;
  for (let start = 0; start < keys.length; start += PARALLEL) {
    if (signal.aborted) throw new StoppedError();
    const sizes = keys.slice(start, start + PARALLEL).map((key) => copyObject(from, to, key));
    for (const size of await Promise.all(sizes)) bytes += size;
  }
  const found = await listKeys(to);
  if (found.length === keys.length) return { objects: keys.length, bytes };
  throw new LaunchError(`The copy of ${from.name} has ${found.length} of ${keys.length} objects.`);
}

async function listKeys({ client, name }: Bucket): Promise<string[]> {
  const keys: string[] = [];
  for await (const item of client.listObjectsV2(name, '', true)) {
    const { name: key } = item as { name?: string };
    if (key !== undefined) keys.push(key);
  }
  return keys;
}

/** Returns the size in bytes. An object is an image or a file of pages, which fits into memory. */
async function copyObject(from: Bucket, to: Bucket, key: string): Promise<number> {
  const { size, metaData } = await from.client.statObject(from.name, key);
  const sent = await buffer(await from.client.getObject(from.name, key));
  await to.client.putObject(to.name, key, sent, size, metaData);
  const stored = await buffer(await to.client.getObject(to.name, key));
  if (sent.length === size && stored.equals(sent)) return size;
  throw new LaunchError(
    `The copy of ${from.name}/${key} differs.`,
    'Nothing was changed at the old server. Try again.',
  );
}
