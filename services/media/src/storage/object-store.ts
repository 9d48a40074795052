import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isAbsent, isBucketMissing, toStorageError, transportOf } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import { Client } from 'minio';
import { MEDIA_CONFIG, type MediaConfig } from '../config.js';
import type { StoredFile } from '../images/image.schema.js';

/** How long an address stays good; seconds. */
const ADDRESS_SECONDS = 300;

/** An object as the storage lists it. */
export interface ListedObject {
  key: string;
  bytes: number;
  modifiedAt: Date;
}

/**
 * The bucket that holds all images. Throws `SERVICE_UNAVAILABLE` where the storage is away, and
 * {@link MissingObject} where what was asked for is not there.
 */
@Injectable()
export class ObjectStore {
  private readonly client: Client;
  private readonly bucket: string;

  constructor(@Inject(MEDIA_CONFIG) { s3, bucket }: MediaConfig) {
    this.client = new Client({
      ...s3,
      ...transportOf(s3.useSSL),
      // Whoever calls decides whether a second try is worth its while.
      retryOptions: { disableRetry: true },
    });
    this.bucket = bucket;
  }

  /** Makes the bucket where it is missing. */
  async ensureBucket(): Promise<void> {
    await this.telling('', async () => {
      if (await this.client.bucketExists(this.bucket)) return;
      try {
        await this.client.makeBucket(this.bucket, this.client.region);
      } catch (error) {
        // Another process was first.
        if (!(await this.client.bucketExists(this.bucket))) throw error;
      }
    });
  }

  /** An address that takes one PUT for some minutes. S3 cannot bound its length: look at it afterwards. */
  presignPut(key: string): Promise<string> {
    return this.client.presignedPutObject(this.bucket, key, ADDRESS_SECONDS);
  }

  /** An address that gives the object for some minutes. */
  presignGet(key: string): Promise<string> {
    return this.client.presignedGetObject(this.bucket, key, ADDRESS_SECONDS);
  }

  /** Stores these bytes, and tells what was sent. Makes the bucket again where it was deleted. */
  async put(key: string, bytes: Buffer, contentType: string): Promise<StoredFile> {
    const send = () =>
      this.client.putObject(this.bucket, key, bytes, bytes.length, { 'Content-Type': contentType });
    await this.telling(key, async () => {
      try {
        await send();
      } catch (error) {
        if (!isBucketMissing(error)) throw error;
        await this.ensureBucket();
        await send();
      }
    });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { key, sha256, bytes: bytes.length, contentType };
  }

  /** The object's bytes as they come; the stream fails where the connection does. */
  get(key: string): Promise<Readable> {
    return this.telling(key, () => this.client.getObject(this.bucket, key));
  }

  /** The whole object; only for what is known to be small enough for memory. */
  async read(key: string): Promise<Buffer> {
    const stream = await this.get(key);
    return this.telling(key, () => buffer(stream));
  }

  /** The whole object, or null where it has more than `most` bytes: of those no more is read. */
  async readUpTo(most: number, key: string): Promise<Buffer | null> {
    const stream = await this.get(key);
    return this.telling(key, async () => {
      const chunks: Buffer[] = [];
      let length = 0;
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        length += chunk.length;
        if (length > most) return null;
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    });
  }

  /** The object's length in bytes, or null where it is missing. */
  async length(key: string): Promise<number | null> {
    try {
      return (await this.client.statObject(this.bucket, key)).size;
    } catch (error) {
      if (isAbsent(error)) return null;
      throw toStorageError(error, key);
    }
  }

  /** Removes objects; those that are not there are no fault. */
  async remove(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    await this.telling(keys.join(), async () => {
      try {
        const failed = await this.client.removeObjects(this.bucket, [...keys]);
        const fault = failed.find((result) => result?.Error)?.Error;
        if (fault)
          throw Object.assign(new Error('an object cannot be removed'), { code: fault.Code });
      } catch (error) {
        if (!isAbsent(error)) throw error;
      }
    });
  }

  /** All objects whose key begins so, in the order of keys. */
  async *list(prefix: string): AsyncGenerator<ListedObject> {
    try {
      for await (const item of this.client.listObjectsV2(this.bucket, prefix, true)) {
        const { name, size, lastModified } = item as {
          name: string;
          size: number;
          lastModified: Date;
        };
        yield { key: name, bytes: size, modifiedAt: lastModified };
      }
    } catch (error) {
      if (!isAbsent(error)) throw toStorageError(error, prefix);
    }
  }

  private async telling<T>(key: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw toStorageError(error, key);
    }
  }
}
