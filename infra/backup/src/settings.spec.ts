import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { loadSettings } from './settings.ts';
import { sshCommand } from './repository.ts';

const variables = {
  MONGODB_URI: 'mongodb://backup:p@mongo:27017/?authSource=admin',
  S3_ENDPOINT: 'http://minio:9000',
  S3_ACCESS_KEY: 'backup',
  S3_SECRET_KEY: 'secret',
  BACKUP_PASSWORD: 'password',
};
/** Every service with a `MONGODB_DB` of its own: all but contracts and the chassis. */
const services = readdirSync(resolve(import.meta.dirname, '../../../services')).filter(
  (name) => !['contracts', 'chassis'].includes(name),
);

it('the settings of the backup name the database of every service, and every bucket', () => {
  const { databases, buckets } = loadSettings({ ...variables, S3_BUCKET: 'photographs' });
  expect(databases.toSorted()).toEqual(services.toSorted());
  expect(buckets).toEqual({
    billing: 'billing',
    catalog: 'catalog',
    images: 'photographs',
    releases: 'releases',
  });
});

it('the settings of the backup read values from files, and take empty ones as missing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backup-settings-'));
  try {
    writeFileSync(join(folder, 'password'), 'from a file\n');
    const empty = { ...variables, BACKUP_PASSWORD: '', BACKUP_RPO_MINUTES: '' };
    const file = { BACKUP_PASSWORD_FILE: join(folder, 'password') };
    const settings = loadSettings({ ...empty, ...file });
    expect(settings.repository.password).toBe('from a file');
    expect([settings.rpoMinutes, settings.restore]).toEqual([60, undefined]);
    expect(() => loadSettings(empty)).toThrow('BACKUP_PASSWORD');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('the settings of the backup name no address to call by default, and without https only one in an allowed network', () => {
  const load = (more: object) => loadSettings({ ...variables, ...more }).ping;
  const at = { BACKUP_PING_URL: 'http://10.0.0.5/a' };
  expect(load({})).toBeUndefined();
  expect(load({ ...at, BACKUP_PING_NETWORKS: '10.0.0.0/8' })?.networks).toHaveLength(1);
  expect(() => load(at)).toThrow('https:');
});

it.each([
  ['sftp:me@host:/folder', 'ssh -i K -o BatchMode=yes', 'me@host -s sftp'],
  ['sftp://me@host:2222//folder', 'ssh -p 2222 -i K -o BatchMode=yes', 'me@host -s sftp'],
])('%s is reached by ssh with the given key', (address, start, end) => {
  const command = sshCommand(address, 'K', 'H');
  expect(command.startsWith(start)).toBe(true);
  expect(command.endsWith(`UserKnownHostsFile=H ${end}`)).toBe(true);
});
