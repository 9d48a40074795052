import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { MEDIA_CONFIG, type MediaConfig } from '../config.js';
import type { ImageRecord } from '../images/image.record.js';
import { RunAbortedError } from '../runs/run.record.js';
import {
  ChecksumMismatchError,
  compare,
  isSame,
  readDigest,
  SourceError,
  type Digest,
} from './digest.js';

/** Suffix of files that are being written. */
const TEMP_SUFFIX = '.part';
const TEMP_RETENTION_MS = 3_600_000;
/** Larger than usual, because each read occupies a thread. */
const BLOCK_BYTES = 1_024 * 1_024;

/**
 * The files of backups: `<first digit of the checksum>/<image>-<start of the checksum>.<extension>`.
 * A file gets this name after it was synced, read back and compared. The name itself is on the disk
 * after {@link BackupFileStore.sync}.
 */
@Injectable()
export class BackupFileStore {
  readonly root: string;

  constructor(@Inject(MEDIA_CONFIG) { backup }: MediaConfig) {
    this.root = backup.folder;
  }

  /** The path of an image's backup, inside the folder. */
  getPath({ _id, filename }: ImageRecord, { sha256 }: Digest): string {
    const name = `${_id.toHexString()}-${sha256.slice(0, 16)}${extname(filename ?? '')}`;
    return join(sha256.slice(0, 1), name);
  }

  /** The digest of a file on the disk; null if it is missing. */
  digest(path: string): Promise<Digest | null> {
    return nullIfMissing(digestFile(join(this.root, path)));
  }

  /** A whole file; null if it is missing. */
  read(path: string): Promise<Buffer | null> {
    return nullIfMissing(readFile(join(this.root, path)));
  }

  /**
   * Writes a file. Throws {@link ChecksumMismatchError} if the source differs, the error of the source,
   * {@link FileWriteError} if only this file cannot be written, or `RunAbortedError` if no file can.
   * Then an older file of this name is unchanged.
   */
  async write(path: string, source: AsyncIterable<Buffer>, expected: Digest): Promise<void> {
    const target = join(this.root, path);
    const part = `${target}.${randomBytes(6).toString('hex')}${TEMP_SUFFIX}`;
    try {
      await writeNew(part, compare(source, expected));
      if (!isSame(await digestFile(part), expected))
        throw new Error('checksum mismatch after write');
      await rename(part, target);
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined);
      if (error instanceof ChecksumMismatchError) throw error;
      if (error instanceof SourceError) throw error.cause;
      if (isDiskFull(error)) throw toFolderError(error);
      await this.assertWritable();
      throw new FileWriteError(error);
    }
  }

  /** Syncs the names of files. Throws `RunAbortedError`. */
  async sync(paths: readonly string[]): Promise<void> {
    try {
      // A rename is on the disk when its folder is (fsync(2)).
      for (const folder of new Set(paths.map((path) => dirname(path)))) {
        const handle = await open(join(this.root, folder), 'r');
        try {
          await handle.sync();
        } finally {
          await handle.close();
        }
      }
    } catch (error) {
      throw toFolderError(error);
    }
  }

  /** The disk of the folder. */
  async space(): Promise<{ freeBytes: number; sizeBytes: number }> {
    const { bavail, blocks, bsize } = await statfs(this.root);
    return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.root, path), { force: true });
  }

  /** Removes temporary files that killed workers have left. */
  @Interval(TEMP_RETENTION_MS)
  async removeOldTempFiles(now = Date.now()): Promise<void> {
    try {
      for await (const entry of await opendir(this.root, { recursive: true })) {
        if (!entry.isFile() || !entry.name.endsWith(TEMP_SUFFIX)) continue;
        const path = join(entry.parentPath, entry.name);
        const { mtimeMs } = await stat(path);
        if (mtimeMs < now - TEMP_RETENTION_MS) await rm(path, { force: true });
      }
    } catch (error) {
      // There is no folder before the first backup.
      if (!isFileNotFound(error)) throw error;
    }
  }

  /** Throws `RunAbortedError` if the folder takes no file. */
  private async assertWritable(): Promise<void> {
    const path = join(this.root, `probe.${randomBytes(6).toString('hex')}${TEMP_SUFFIX}`);
    try {
      await writeNew(path, []);
    } catch (error) {
      throw toFolderError(error);
    } finally {
      await rm(path, { force: true }).catch(() => undefined);
    }
  }
}

const digestFile = (path: string): Promise<Digest> =>
  readDigest(createReadStream(path, { highWaterMark: BLOCK_BYTES }));

/** Writes a file that is not there yet, and syncs it. */
const writeNew = async (path: string, content: Iterable<Buffer> | AsyncIterable<Buffer>) => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
};

const diskFullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

const getErrorCode = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

const isFileNotFound = (error: unknown): boolean => getErrorCode(error) === 'ENOENT';

/** What is read of a file; null where there is none. */
const nullIfMissing = async <T>(reading: Promise<T>): Promise<T | null> => {
  try {
    return await reading;
  } catch (error) {
    if (isFileNotFound(error)) return null;
    throw error;
  }
};

/** One file cannot be written, in a folder that takes others. */
export class FileWriteError extends Error {
  constructor(cause: unknown) {
    super('the file cannot be written', { cause });
    this.name = 'FileWriteError';
  }
}

const isDiskFull = (error: unknown): boolean => diskFullCodes.has(String(getErrorCode(error)));

/** The folder takes no other file either. */
const toFolderError = (error: unknown): RunAbortedError =>
  new RunAbortedError(isDiskFull(error) ? 'diskFull' : 'backupFolder', error);
