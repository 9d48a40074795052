import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { findPlace } from './place.ts';

const here = import.meta.dirname;

it.each([
  [here, import.meta.filename, 'dataDisk'],
  // What is mounted in the folder of the secrets counts.
  ['/dev', '/', 'dataDisk'],
  ['/dev', here, 'unknown'],
  ['/missing', here, 'unknown'],
  ['s3:http://minio:9000/backup', here, 'dataDisk'],
  ['s3:https://storage.example/backup', here, 'otherServer'],
  ['sftp:me@nas:/folder', here, 'otherServer'],
  ['sftp://me@localhost:2222//folder', here, 'unknown'],
  [`sftp:me@${hostname()}:/folder`, here, 'unknown'],
  ['rclone:remote:folder', here, 'unknown'],
])('the place of %s with the secrets in %s is %s', (address, secrets, place) => {
  const storage = { endpoint: 'http://minio:9000' };
  expect(findPlace({ repository: { address }, secrets, storage })).toBe(place);
});
