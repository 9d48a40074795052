import type { Readable } from 'node:stream';
import { isAbsent, toStorageError, transportOf, unavailable } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import { Client } from 'minio';
import { OPS_CONFIG, type OpsConfig } from '../../config.js';

/** How long an address stays good; seconds. */
const ADDRESS_SECONDS = 900;

/**
 * The bucket that holds the files of releases. Throws `SERVICE_UNAVAILABLE` where the storage is away
 * or none is set, and `MissingObject` where a file is not there.
 */
@Injectable()
export class ReleaseStore {
  private readonly link: { client: Client; bucket: string } | undefined;

  constructor(@Inject(OPS_CONFIG) { deployments: { storage } }: OpsConfig) {
    this.link = storage && {
      bucket: storage.bucket,
      client: new Client({
        ...storage.s3,
        ...transportOf(storage.s3.useSSL),
        // Whoever calls decides whether a second try is worth its while.
        retryOptions: { disableRetry: true },
      }),
    };
  }

  /** Whether there is one at all. */
  get isSet(): boolean {
    return this.link !== undefined;
  }

  /** Makes the bucket where it is missing. */
  async ensureBucket(): Promise<void> {
    await this.using('', async (client, bucket) => {
      if (await client.bucketExists(bucket)) return;
      try {
        await client.makeBucket(bucket, client.region);
      } catch (error) {
        // Another process was first.
        if (!(await client.bucketExists(bucket))) throw error;
      }
    });
  }

  /** Stores a file of a release; one that is there in this length stays as it is. */
  async put(folder: string, path: string, bytes: Buffer, contentType: string): Promise<void> {
    const key = keyOf(folder, path);
    await this.using(key, async (client, bucket) => {
      const found = await client.statObject(bucket, key).catch((error: unknown) => {
        if (isAbsent(error)) return undefined;
        throw error;
      });
      if (found?.size === bytes.length) return;
      await client.putObject(bucket, key, bytes, bytes.length, { 'Content-Type': contentType });
    });
  }

  /** A file as it comes; the stream fails where the connection does. */
  get(folder: string, path: string): Promise<Readable> {
    const key = keyOf(folder, path);
    return this.using(key, (client, bucket) => client.getObject(bucket, key));
  }

  /** An address that gives a file for some minutes; made without asking the storage. */
  presign(folder: string, path: string): Promise<string> {
    const key = keyOf(folder, path);
    return this.using(key, (client, bucket) =>
      client.presignedGetObject(bucket, key, ADDRESS_SECONDS),
    );
  }

  /** The folders in a folder. */
  async folders(folder: string): Promise<string[]> {
    return this.using(folder, async (client, bucket) => {
      const found: string[] = [];
      // Not into the folders: one entry for each.
      for await (const item of client.listObjectsV2(bucket, `${folder}/`, false)) {
        const { prefix } = item as { prefix?: string };
        if (prefix) found.push(prefix.slice(0, -1));
      }
      return found;
    });
  }

  /** Removes all that is in a folder. */
  async remove(folder: string): Promise<void> {
    await this.using(folder, async (client, bucket) => {
      const keys: string[] = [];
      for await (const item of client.listObjectsV2(bucket, `${folder}/`, true))
        keys.push((item as { name: string }).name);
      if (keys.length > 0) await client.removeObjects(bucket, keys);
    });
  }

  private async using<T>(
    key: string,
    work: (client: Client, bucket: string) => Promise<T>,
  ): Promise<T> {
    if (!this.link) throw unavailable();
    try {
      return await work(this.link.client, this.link.bucket);
    } catch (error) {
      throw toStorageError(error, key);
    }
  }
}

/** Both parts are ours: a folder of ids and hashes, and a path that the list of files has let in. */
const keyOf = (folder: string, path: string): string => `${folder}${path}`;
