import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findPlace } from './place.ts';

const find = (address: string, secrets?: string, endpoint = 'http://minio:9000') =>
  findPlace({ repository: { address }, secrets, storage: { endpoint } });

it('is the disk of the data if the secrets, or one of the mounted ones, are on it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backup-place-'));
  try {
    mkdirSync(join(folder, 'app'));
    expect(find(folder, folder)).toBe('dataDisk');
    expect(find(folder)).toBe('unknown');
    // Another file system, which may be on the same disk.
    expect(find(folder, '/dev/null')).toBe('unknown');
    expect(find(join(folder, 'missing'), folder)).toBe('unknown');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it.each([
  ['s3:http://minio:9000/backup', 'dataDisk'],
  ['s3:https://storage.example/backup', 'otherServer'],
  ['sftp:me@nas:/folder', 'otherServer'],
  ['sftp://me@localhost:2222//folder', 'unknown'],
  ['rclone:remote:folder', 'unknown'],
])('of %s is %s', (address, place) => {
  expect(find(address, tmpdir())).toBe(place);
});

it('is unknown in another bucket of the same public storage', () => {
  const endpoint = 'https://s3.example.com';
  expect(find('s3:https://s3.example.com/backup', undefined, endpoint)).toBe('unknown');
});
