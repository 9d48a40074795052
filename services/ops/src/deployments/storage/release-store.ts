import type { Readable } from 'node:stream';
import { unavailable } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import { Client } from 'minio';
import { OPS_CONFIG, type OpsConfig } from '../../config.js';
import { isAbsent, toStorageError } from './s3-errors.js';
import { transportOf } from './transport.js';

/** How long an address stays good; seconds. */
const ADDRESS_SECONDS = 900;
const PREFIX = 'releases/';

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
  async put(hash: string, path: string, bytes: Buffer, contentType: string): Promise<void> {
    const key = keyOf(hash, path);
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
  get(hash: string, path: string): Promise<Readable> {
    const key = keyOf(hash, path);
    return this.using(key, (client, bucket) => client.getObject(bucket, key));
  }

  /** An address that gives a file for some minutes; made without asking the storage. */
  presign(hash: string, path: string): Promise<string> {
    const key = keyOf(hash, path);
    return this.using(key, (client, bucket) =>
      client.presignedGetObject(bucket, key, ADDRESS_SECONDS),
    );
  }

  /** The hashes of all releases that have files here. */
  async hashes(): Promise<string[]> {
    return this.using('', async (client, bucket) => {
      const found: string[] = [];
      // Not into the folders: one entry for each release.
      for await (const item of client.listObjectsV2(bucket, PREFIX, false)) {
        const { prefix } = item as { prefix?: string };
        if (prefix) found.push(prefix.slice(PREFIX.length, -1));
      }
      return found;
    });
  }

  /** Removes all files of a release. */
  async remove(hash: string): Promise<void> {
    const folder = `${PREFIX}${hash}/`;
    await this.using(folder, async (client, bucket) => {
      const keys: string[] = [];
      for await (const item of client.listObjectsV2(bucket, folder, true))
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

/** Both parts are ours: a hash in hex, and a path that the list of files has let in. */
const keyOf = (hash: string, path: string): string => `${PREFIX}${hash}${path}`;
