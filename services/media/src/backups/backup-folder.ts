import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { MEDIA_CONFIG, type MediaConfig } from '../config.js';
import type { ImageRecord } from '../images/image.schema.js';
import { digestOfFile, isSame, type Digest } from './digest.js';
import { isMissing, toFolderError } from './folder-errors.js';
import { Reading, SourceDiffers } from './reading.js';

/** The end of the names of files that are being written. */
export const PART = '.part';
/** Bytes on their way between memory and disk at once: each such step costs a thread's attention. */
const BLOCK = 1024 * 1024;

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

  /** The digest of a file as it is on the disk; null where it is missing. Quickest if `bytes` is its length. */
  async digest(path: string, bytes: number): Promise<Digest | null> {
    let file: FileHandle | undefined;
    try {
      file = await open(join(this.root, path), 'r');
      return await digestOfFile(file, roomFor(bytes));
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
    const room = roomFor(expected.bytes);
    const reading = new Reading(source, expected, room);
    try {
      const written = await this.writePart(part, reading, room);
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
  private async writePart(part: string, reading: Reading, room: Buffer): Promise<Digest> {
    const file = await openNew(part);
    try {
      await file.writeFile(reading.blocks());
      await file.sync();
      return await digestOfFile(file, room);
    } finally {
      await file.close();
    }
  }
}

/** Room for a whole file and one byte more, by which its end is seen; for a long file, for a block of it. */
const roomFor = (bytes: number): Buffer => Buffer.allocUnsafe(Math.min(bytes + 1, BLOCK));

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

/** A rename is on the disk when its folder is. */
const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};
