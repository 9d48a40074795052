import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { chassisEnv, splitHosts } from './chassis-env.js';
import { configFaults } from '../testing/example-env.js';
import { newTokenKeys } from '../testing/token-keys.js';
import { ConfigError, defineConfig } from './define-config.js';

const keys = newTokenKeys();
const good = {
  RABBITMQ_URL: 'amqp://user:hidden@localhost:5672/vhost',
  MONGODB_URI: 'mongodb://a:1,b:2/?replicaSet=rs',
  MONGODB_DB: 'catalog',
  REDIS_URL: 'redis://localhost:6379',
  SERVICE_TOKEN_PUBLIC_KEYS: keys.SERVICE_TOKEN_PUBLIC_KEYS,
};
const load = defineConfig(z.object(chassisEnv));

const faultsOf = (env: Record<string, string>) => configFaults(() => load(env));

it('a configuration is read with its defaults; other variables are left alone', () => {
  expect(load({ ...good, HEALTH_PORT: '9100', PATH: '/bin' })).toEqual({
    ...good,
    SERVICE_TOKEN_PUBLIC_KEYS: JSON.parse(good.SERVICE_TOKEN_PUBLIC_KEYS),
    HEALTH_HOST: '127.0.0.1',
    OTEL_TRACES_SAMPLER_ARG: 0.1,
    VERSION: 'unknown',
    REVISION: 'unknown',
    HEALTH_PORT: 9_100,
    LOG_LEVEL: 'info',
    MESSAGE_NAMESPACE: '',
    REDIS_PREFIX: '',
  });
});

it('a configuration takes an empty variable as an absent one', () => {
  expect(load({ ...good, LOG_LEVEL: '' }).LOG_LEVEL).toBe('info');
  expect(faultsOf({ ...good, MONGODB_DB: '' })).toEqual(['MONGODB_DB: is required']);
});

it('a configuration is refused with all faults at once, and no value in them', () => {
  const invalid = {
    RABBITMQ_URL: 'http://user:hidden@localhost',
    SERVICE_TOKEN_PUBLIC_KEYS: 'hidden',
    HEALTH_PORT: '70000',
    LOG_LEVEL: 'hidden',
    MESSAGE_NAMESPACE: 'hidden space',
    MONGODB_URI: 'hidden',
  };
  const faults = faultsOf(invalid);
  const names = faults.map((fault) => fault.split(':')[0]);
  expect(names).toEqual([...Object.keys(invalid), 'MONGODB_DB', 'REDIS_URL']);
  expect(faults.join()).not.toContain('hidden');
  expect(new ConfigError(faults).message).toContain('MONGODB_DB: is required');
});

it('a configuration takes several hosts for a cluster, each of them right', () => {
  const cluster = {
    RABBITMQ_URL: 'amqp://user:pass%2Cword@one:5672,two:5672,[::1]:5672/vhost',
    REDIS_URL: 'redis+sentinel://:password@one,two:26379/master',
  };
  expect(load({ ...good, ...cluster })).toMatchObject(cluster);
  expect(splitHosts(cluster.RABBITMQ_URL)).toEqual([
    'amqp://user:pass%2Cword@one:5672/vhost',
    'amqp://user:pass%2Cword@two:5672/vhost',
    'amqp://user:pass%2Cword@[::1]:5672/vhost',
  ]);
  expect(faultsOf({ ...good, RABBITMQ_URL: 'amqp://one:5672,two:port' })).toEqual([
    'RABBITMQ_URL: must be an address that starts with amqp:// or amqps://',
  ]);
});

it('a configuration takes a secret from a file, where no variable has it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ctdb-config-'));
  const file = join(folder, 'token');
  writeFileSync(file, `${good.REDIS_URL}\n`);
  const { REDIS_URL, ...rest } = good;
  expect(load({ ...rest, REDIS_URL_FILE: file })).toMatchObject({ REDIS_URL });
  expect(load({ ...good, REDIS_URL_FILE: '/nowhere' })).toMatchObject({ REDIS_URL });
  expect(faultsOf({ ...rest, MONGODB_DB: '', REDIS_URL_FILE: '/nowhere' })).toEqual([
    'REDIS_URL_FILE: cannot be read',
    'MONGODB_DB: is required',
  ]);
  rmSync(folder, { recursive: true });
});

it('a configuration takes public keys, and no private one in their place', () => {
  const fault = 'SERVICE_TOKEN_PUBLIC_KEYS: must be a set of public Ed25519 keys with kid';
  const own: unknown = JSON.parse(keys.SERVICE_TOKEN_PRIVATE_KEY);
  for (const set of [[], [own], [{ ...(own as object), d: undefined, kid: undefined }]]) {
    const SERVICE_TOKEN_PUBLIC_KEYS = JSON.stringify({ keys: set });
    expect(faultsOf({ ...good, SERVICE_TOKEN_PUBLIC_KEYS })).toEqual([fault]);
  }
});
