import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { MEDIA_CONFIG, type MediaConfig } from '../config.js';
import type { ImageRecord } from '../images/image.schema.js';
import { digestOfStream, isSame, type Digest } from './digest.js';
import { isMissing, toFolderError } from './folder-errors.js';

/** The end of the names of files that are being written. */
export const PART = '.part';
const CHUNK = 128 * 1024;

/** What was to be copied has other bytes than it should. */
export class SourceDiffers extends Error {}

/**
 * The files of backups: `<first two of the checksum>/<image>-<begin of the checksum>.<extension>`.
 * A file has its name only when it is whole, on the disk, and was read back and found right.
 */
@Injectable()
export class BackupFolder {
  readonly root: string;

  constructor(@Inject(MEDIA_CONFIG) { backup }: MediaConfig) {
    this.root = backup.folder;
  }

  /** Where the backup of an image is, inside the folder. */
  pathOf({ _id, filename }: ImageRecord, { sha256 }: Digest): string {
    const name = `${_id.toHexString()}-${sha256.slice(0, 16)}${extname(filename ?? '')}`;
    return join(sha256.slice(0, 2), name);
  }

  /** The digest of a file as it is on the disk; null where it is missing. */
  async digest(path: string): Promise<Digest | null> {
    let file: FileHandle | undefined;
    try {
      file = await open(join(this.root, path), 'r');
      return await digestOfStream(chunksOf(file));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    } finally {
      await file?.close();
    }
  }

  /** A whole file; null where it is missing. */
  async read(path: string): Promise<Buffer | null> {
    try {
      return await readFile(join(this.root, path));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /**
   * Writes a file. Throws {@link SourceDiffers} where the source is not what is expected, what the
   * source throws, or a `RunAbort` where the folder does not take it; then nothing is left of it, and
   * what was there before is still there.
   */
  async write(path: string, source: AsyncIterable<Buffer>, expected: Digest): Promise<void> {
    const target = join(this.root, path);
    const part = `${target}.${randomBytes(6).toString('hex')}${PART}`;
    const reading = new Reading(source, expected);
    try {
      const written = await this.writePart(part, reading);
      if (!isSame(reading.digest(), expected)) throw new SourceDiffers();
      if (!isSame(written, expected)) throw new Error('what was written reads differently');
      await rename(part, target);
      await syncFolder(dirname(target));
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined);
      if (error instanceof SourceDiffers || error === reading.failure) throw error;
      throw toFolderError(error);
    }
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.root, path), { force: true });
  }

  /** Writes a file and reads it back. */
  private async writePart(part: string, reading: Reading): Promise<Digest> {
    const file = await openNew(part);
    try {
      await file.writeFile(reading.chunks());
      await file.sync();
      return await digestOfStream(chunksOf(file));
    } finally {
      await file.close();
    }
  }
}

/** Most folders are there already. */
const openNew = async (path: string): Promise<FileHandle> => {
  try {
    return await open(path, 'wx+', 0o600);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return open(path, 'wx+', 0o600);
  }
};

/** A file from its begin; each chunk is good only until the next one is asked for. */
const chunksOf = async function* (file: FileHandle): AsyncGenerator<Buffer> {
  const chunk = Buffer.allocUnsafe(CHUNK);
  for (let at = 0; ;) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
};

/** A rename is on the disk when its folder is. */
const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

/** Takes the digest of a source on its way, and remembers what it failed of. */
class Reading {
  failure: unknown = Symbol('none');
  private readonly hash = createHash('sha256');
  private bytes = 0;

  constructor(
    private readonly source: AsyncIterable<Buffer>,
    private readonly expected: Digest,
  ) {}

  async *chunks(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of this.source) {
        this.bytes += chunk.length;
        if (this.bytes > this.expected.bytes) throw new SourceDiffers();
        this.hash.update(chunk);
        yield chunk;
      }
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }

  digest(): Digest {
    return { sha256: this.hash.digest('hex'), bytes: this.bytes };
  }
}
