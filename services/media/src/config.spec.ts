import { exampleEnv } from '@ctdb/chassis/testing';
import { expect, it } from 'vitest';
import { loadConfig } from './config.js';

const base = {
  ...exampleEnv,
  S3_ENDPOINT: 'http://127.0.0.1:9000',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'hidden',
};

const load = (env: Record<string, string> = {}) => loadConfig({ ...base, ...env });

it('configuration has a bucket, a backup folder and times where nothing is set', () => {
  const keys = { accessKey: 'access', secretKey: 'hidden' };
  const place = { endPoint: '127.0.0.1', port: 9000, useSSL: false };
  expect(load()).toEqual({
    storage: {
      bucket: 'images',
      s3: { ...place, ...keys, region: 'us-east-1', pathStyle: true },
    },
    drawsSamples: true,
    backup: { folder: '/backups', cron: '0 2 * * *', drillCron: '0 4 * * 0' },
  });
});

it.each([
  ['https://s3.example', { endPoint: 's3.example', port: 443, useSSL: true }],
  ['http://s3.example', { endPoint: 's3.example', port: 80, useSSL: false }],
  ['http://[::1]:9000/', { endPoint: '::1', port: 9000, useSSL: false }],
])('configuration reads the endpoint %s', (S3_ENDPOINT, expected) => {
  expect(load({ S3_ENDPOINT }).storage.s3).toMatchObject(expected);
});

it('configuration has no schedule of its own if the variable is `off`', () => {
  const { backup } = load({ BACKUP_CRON: 'off', DRILL_CRON: ' 5 4 * * 1 ' });
  expect(backup).toEqual({ folder: '/backups', cron: undefined, drillCron: '5 4 * * 1' });
});

it.each([
  [{ S3_ENDPOINT: '127.0.0.1:9000' }, 'S3_ENDPOINT: must be an http address without a path'],
  [{ S3_ENDPOINT: 'http://h/path' }, 'S3_ENDPOINT: must be an http address without a path'],
  [{ S3_ENDPOINT: 'http://a:b@h' }, 'S3_ENDPOINT: must be an http address without a path'],
  [{ S3_SECRET_KEY: '' }, 'S3_SECRET_KEY: is required'],
  [{ S3_BUCKET: 'My_Bucket' }, 'S3_BUCKET: must be 3 to 63 small letters, digits or -'],
  [{ BACKUP_DIR: 'backups' }, 'BACKUP_DIR: must be an absolute path'],
  [{ BACKUP_CRON: 'nightly' }, 'BACKUP_CRON: must have the five fields of crontab, or be off'],
  [{ DRILL_CRON: '* * * * * *' }, 'DRILL_CRON: must have the five fields of crontab, or be off'],
])('configuration refuses %j', (env, error) => {
  expect(() => load(env as Record<string, string>)).toThrow(
    expect.objectContaining({ errors: [error] }),
  );
});

it.each(['*/15 3-5 1,15 * MON-FRI', '0 0 * jan *'])(
  'configuration takes the times %s',
  (BACKUP_CRON) => {
    expect(load({ BACKUP_CRON }).backup.cron).toBe(BACKUP_CRON);
  },
);
