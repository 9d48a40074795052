import { hash } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type BucketItem, Client, type ClientOptions } from 'minio';
import { isTransientError, serviceUnavailable } from '../context/error-mapping.js';
import type { StorageSettings } from './s3-env.js';
import storageCodes from './storage-codes.json' with { type: 'json' };

/** The object does not exist. */
export class ObjectNotFoundError extends Error {
  constructor(readonly key: string) {
    super('the object does not exist');
    this.name = 'ObjectNotFoundError';
  }
}

const notFoundCodes = new Set(storageCodes.notFound);
/** The server cannot do its work now, or has refused credentials, which says nothing about the object. */
const unavailableCodes = new Set(storageCodes.unavailable);

/** The client reports a status of 5xx in the message only. */
const isServerError = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('Retryable HTTP status');

const getCode = (error: unknown): string | undefined => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
};

/** Whether the object, or its bucket, does not exist. */
const isNotFound = (error: unknown): boolean => notFoundCodes.has(getCode(error) ?? '');

/** Whether the bucket does not exist. */
export const isBucketMissing = (error: unknown): boolean => getCode(error) === 'NoSuchBucket';

/** `SERVICE_UNAVAILABLE`, {@link ObjectNotFoundError}, or the error as it is. */
export const toStorageError = (error: unknown, key: string): unknown => {
  if (isNotFound(error)) return new ObjectNotFoundError(key);
  const isUnavailable =
    isTransientError(error) || unavailableCodes.has(getCode(error) ?? '') || isServerError(error);
  return isUnavailable ? Object.assign(serviceUnavailable(), { cause: error }) : error;
};

/** A connection that transfers nothing for this long fails instead of hanging. */
const SOCKET_IDLE_TIMEOUT_MS = 10_000;
const MAX_SOCKETS = 32;
const PRESIGNED_URL_SECONDS = 300;

/** An object as it was written. */
export interface StoredFile {
  key: string;
  /** Hashes the object's bytes; in hex. */
  sha256: string;
  bytes: number;
  contentType: string;
}

/** An object as the storage lists it. */
export interface ListedObject {
  key: string;
  bytes: number;
  modifiedAt: Date;
}

/**
 * A bucket of any S3 server. Methods throw `SERVICE_UNAVAILABLE` if the storage cannot be reached or
 * is not configured, and `ObjectNotFoundError` if the object does not exist. Nothing is retried: the
 * caller knows whether a second attempt is worth its time.
 */
export class ObjectStore {
  private readonly connection: { client: Client; bucket: string } | undefined;

  constructor(settings: StorageSettings | undefined) {
    this.connection = settings && {
      bucket: settings.bucket,
      client: new Client({
        ...settings.s3,
        ...s3Transport(settings.s3.useSSL),
        retryOptions: { disableRetry: true },
      }),
    };
  }

  get isConfigured(): boolean {
    return this.connection !== undefined;
  }

  /** Creates the bucket if it is missing. */
  ensureBucket(): Promise<void> {
    return this.withClient('', async (client, bucket) => {
      if (await client.bucketExists(bucket)) return;
      try {
        await client.makeBucket(bucket, client.region);
      } catch (error) {
        // Another process was first.
        if (!(await client.bucketExists(bucket))) throw error;
      }
    });
  }

  /** A URL for one PUT. S3 cannot limit the length: check it afterwards. */
  presignPut(key: string): Promise<string> {
    return this.withClient(key, (client, bucket) =>
      client.presignedPutObject(bucket, key, PRESIGNED_URL_SECONDS),
    );
  }

  /** A URL to read the object. It is made without a request to the storage. */
  presignGet(key: string, seconds = PRESIGNED_URL_SECONDS): Promise<string> {
    return this.withClient(key, (client, bucket) =>
      client.presignedGetObject(bucket, key, seconds),
    );
  }

  /**
   * Stores bytes and creates the bucket again if it was deleted. The client sends the checksum, and
   * the storage refuses bytes that arrive changed.
   */
  async put(key: string, bytes: Buffer, contentType: string): Promise<StoredFile> {
    await this.withClient(key, async (client, bucket) => {
      const send = () =>
        client.putObject(bucket, key, bytes, bytes.length, { 'Content-Type': contentType });
      try {
        await send();
      } catch (error) {
        if (!isBucketMissing(error)) throw error;
        await this.ensureBucket();
        await send();
      }
    });
    return { key, sha256: hash('sha256', bytes), bytes: bytes.length, contentType };
  }

  /** Stores bytes of a key that names their content: an object of the same length stays as it is. */
  async putOnce(key: string, bytes: Buffer, contentType: string): Promise<void> {
    if ((await this.length(key)) !== bytes.length) await this.put(key, bytes, contentType);
  }

  /** The object as a stream, which fails if the connection does. */
  get(key: string): Promise<Readable> {
    return this.withClient(key, (client, bucket) => client.getObject(bucket, key));
  }

  /** The whole object; only for objects that fit into memory. */
  async read(key: string): Promise<Buffer> {
    const stream = await this.get(key);
    return this.withClient(key, () => buffer(stream));
  }

  /** The whole object, or null if it is longer than `maxBytes`; no more than that is read. */
  async readUpTo(key: string, maxBytes: number): Promise<Buffer | null> {
    const stream = await this.get(key);
    return this.withClient(key, async () => {
      const chunks: Buffer[] = [];
      let length = 0;
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        length += chunk.length;
        if (length > maxBytes) return null;
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    });
  }

  /** The length in bytes, or null if the object does not exist. */
  length(key: string): Promise<number | null> {
    return this.withClient(key, async (client, bucket) => {
      try {
        return (await client.statObject(bucket, key)).size;
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    });
  }

  /** Removes objects; missing ones are skipped. Throws if the storage refuses one of them. */
  async remove(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    await this.withClient(keys.join(), async (client, bucket) => {
      try {
        // The client's types nest the errors, its parser returns them as the storage lists them.
        const errors = (await client.removeObjects(bucket, [...keys])) as { Code?: string }[];
        const failed = errors.map(({ Code }) => ({ code: Code })).find((one) => !isNotFound(one));
        if (failed) throw Object.assign(new Error('removing an object failed'), failed);
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    });
  }

  /** All objects whose key starts with the prefix, ordered by key. */
  async *list(prefix: string): AsyncGenerator<ListedObject> {
    for await (const { name, size, lastModified } of this.items(prefix, true))
      if (name !== undefined) yield { key: name, bytes: size, modifiedAt: lastModified };
  }

  /** The folders directly in a folder, without the final slash. */
  async folders(folder: string): Promise<string[]> {
    const folders: string[] = [];
    for await (const { prefix } of this.items(`${folder}/`, false))
      if (prefix !== undefined) folders.push(prefix.slice(0, -1));
    return folders;
  }

  /** Removes all objects in a folder. */
  async removeFolder(folder: string): Promise<void> {
    const keys: string[] = [];
    for await (const { key } of this.list(`${folder}/`)) keys.push(key);
    await this.remove(keys);
  }

  private async *items(prefix: string, isRecursive: boolean): AsyncGenerator<BucketItem> {
    const { client, bucket } = this.required();
    try {
      yield* client.listObjectsV2(bucket, prefix, isRecursive) as AsyncIterable<BucketItem>;
    } catch (error) {
      // Without its bucket there are no objects either.
      if (!isNotFound(error)) throw toStorageError(error, prefix);
    }
  }

  private async withClient<T>(key: string, work: (client: Client, bucket: string) => Promise<T>) {
    const { client, bucket } = this.required();
    try {
      return await work(client, bucket);
    } catch (error) {
      throw toStorageError(error, key);
    }
  }

  private required() {
    if (!this.connection) throw serviceUnavailable();
    return this.connection;
  }
}

/** Keeps connections alive, and fails those that are idle during a request. */
const s3Transport = (useSSL: boolean): Pick<ClientOptions, 'transport' | 'transportAgent'> => {
  const request = useSSL ? httpsRequest : httpRequest;
  return {
    transport: {
      request: ((...args: Parameters<typeof httpRequest>) => {
        const sent = request(...args);
        return sent.setTimeout(SOCKET_IDLE_TIMEOUT_MS, () => {
          sent.destroy(Object.assign(new Error('S3 connection idle'), { code: 'ETIMEDOUT' }));
        });
      }) as typeof httpRequest,
    },
    transportAgent: new (useSSL ? HttpsAgent : HttpAgent)({
      keepAlive: true,
      maxSockets: MAX_SOCKETS,
    }),
  };
};
