import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Types } from 'mongoose';
import type { MediaConfig } from '../config.js';
import type { ImageRecord } from '../images/image.record.js';
import { BackupFileStore, FileWriteError } from './backup-file-store.js';
import { ChecksumMismatchError, toDigest } from './digest.js';

const bytes = Buffer.from('the bytes of a picture');
const digest = toDigest(bytes);
const image = {
  _id: new Types.ObjectId('0123456789abcdef01234567'),
  filename: '00000000-0000-4000-8000-000000000000.webp',
} as ImageRecord;

let root: string;
let files: BackupFileStore;
let path: string;

const source = async function* (...parts: (Buffer | Error)[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield part;
  }
};
const countFiles = async () =>
  (await readdir(root, { recursive: true, withFileTypes: true })).filter((e) => e.isFile()).length;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'backups-'));
  files = new BackupFileStore({ backup: { folder: root } } as MediaConfig);
  path = files.getPath(image, digest);
});
afterEach(() => rm(root, { recursive: true }));

it('the folder of backups names files by image and checksum', () => {
  const { sha256 } = digest;
  expect(path).toBe(`${sha256.slice(0, 1)}/0123456789abcdef01234567-${sha256.slice(0, 16)}.webp`);
});

it('the folder of backups keeps what was written', async () => {
  expect(await files.digest(path)).toBeNull();
  await files.write(path, source(bytes.subarray(0, 5), bytes.subarray(5)), digest);
  expect(await files.digest(path)).toEqual(digest);
  expect(await files.read(path)).toEqual(bytes);
  await files.remove(path);
  expect(await files.read(path)).toBeNull();
});

it.each([
  ['has other bytes', () => source(Buffer.from('THE bytes of a picture')), ChecksumMismatchError],
  ['is longer', () => source(bytes, bytes), ChecksumMismatchError],
  ['is shorter', () => source(bytes.subarray(1)), ChecksumMismatchError],
  ['breaks off', () => source(bytes.subarray(0, 5), new TypeError('gone')), TypeError],
])('the folder of backups leaves only the old file if the source %s', async (_, wrong, error) => {
  await files.write(path, source(bytes), digest);
  await expect(files.write(path, wrong(), digest)).rejects.toThrow(error);
  expect(await files.read(path)).toEqual(bytes);
  expect(await countFiles()).toBe(1);
});

it('the folder of backups reports a single file that cannot be written', async () => {
  const target = join(root, path);
  await mkdir(join(target, 'in the way'), { recursive: true });
  await expect(files.write(path, source(bytes), digest)).rejects.toThrow(FileWriteError);
  await rm(dirname(target), { recursive: true });
  await writeFile(dirname(target), 'a file in the way');
  await expect(files.write(path, source(bytes), digest)).rejects.toThrow(FileWriteError);
  expect(await countFiles()).toBe(1);
});

it('the folder of backups fails the run if no file can be written', async () => {
  await rm(root, { recursive: true });
  await writeFile(root, 'no folder');
  await expect(files.write(path, source(bytes), digest)).rejects.toMatchObject({
    code: 'backupFolder',
  });
});
