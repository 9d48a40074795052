import { describe, expect, it } from 'vitest';
import { newPrivateKey, publicKeysOf } from '../../access/token-keys.mjs';
import { serviceEnvironment, services } from './services.ts';
import {
  readAddress,
  readFirstAdministrator,
  gatewayOrigin,
  hasPaymentCredentials,
  type ProductSettings,
} from './settings.ts';

const secrets = {
  mongodb: 'm',
  postgres: 'p',
  redis: 'r',
  rabbitmq: 'q',
  minio: 'o',
  erlangCookie: 'c',
  serviceTokenKey: newPrivateKey(),
  auditHash: 'audit-secret',
  testPayments: 'payments-secret',
  backup: 'backup-password',
};

const servers = {
  MONGODB_URI: 'mongodb://m',
  REDIS_URL: 'redis://r',
  RABBITMQ_URL: 'amqp://q',
  S3_ENDPOINT: 'http://s',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'objects-secret',
};

/** The environment of a service with variables of the operator, and with settings of the launcher. */
function environment(
  name: string,
  operator: NodeJS.ProcessEnv = {},
  more: Partial<ProductSettings> = {},
): NodeJS.ProcessEnv {
  const service = services.find((one) => one.name === name);
  if (service === undefined) throw new Error(`no service ${name}`);
  const address = readAddress(operator);
  const administrator = readFirstAdministrator(operator);
  const settings: ProductSettings = {
    ...{ operator, servers, secrets, address, administrator, gatewayPort: address.port },
    mode: 'production',
    dataFolder: '/data',
    testPayments: undefined,
    mailCatcher: undefined,
    ...more,
  };
  return serviceEnvironment(service, settings, 18_095);
}

const testPayments = {
  baseUrl: 'http://127.0.0.1:18900',
  clientId: 'test-payments',
  clientSecret: 'payments-secret',
  razorpayKeyId: 'rzp_test_payments',
};
const credentials = {
  RAZORPAY_KEY_ID: 'key',
  RAZORPAY_KEY_SECRET: 'secret',
  RAZORPAY_WEBHOOK_SECRET: 'webhook',
  PAYPAL_CLIENT_ID: 'client',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_ENV: 'live',
};
const storageUsers = [
  ...['billing', 'catalog', 'catalog-worker'],
  ...['media', 'media-worker', 'ops', 'ops-worker'],
];
const address = { PORT: '9000', HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://clinic.example' };

describe('the environment of a service', () => {
  it("holds the servers, the secret, its health port, and the operator's variables", () => {
    const operator = { PRODUCT_NAME_EN: 'Clinic', LOG_LEVEL: 'debug', SEED_SAMPLE_DATA: 'false' };
    const defaults = {
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      MONGODB_URI: 'mongodb://m',
      MONGODB_DB: 'catalog',
      REDIS_URL: 'redis://r',
      RABBITMQ_URL: 'amqp://q',
      SERVICE_TOKEN_PUBLIC_KEYS: publicKeysOf(secrets.serviceTokenKey),
      HEALTH_PORT: '18095',
    };
    expect(environment('catalog')).toMatchObject(defaults);
    expect(environment('catalog', operator)).toMatchObject({ ...defaults, ...operator });
  });

  it('holds the own user of the process at each server that has users, and no other', () => {
    const own = {
      CATALOG_RABBITMQ_URL: 'amqp://catalog@q',
      MEDIA_WORKER_REDIS_URL: 'redis://media-worker@r',
      MEDIA_WORKER_S3_ACCESS_KEY: 'media-worker',
      MEDIA_WORKER_S3_SECRET_KEY: 'its secret',
    };
    const given = { servers: { ...servers, ...own } };
    expect(environment('catalog', {}, given)).toMatchObject({
      RABBITMQ_URL: 'amqp://catalog@q',
      MONGODB_URI: 'mongodb://m',
      REDIS_URL: undefined,
      S3_SECRET_KEY: undefined,
    });
    expect(environment('media-worker', {}, given)).toMatchObject({
      REDIS_URL: 'redis://media-worker@r',
      RABBITMQ_URL: undefined,
      S3_ACCESS_KEY: 'media-worker',
    });
    const operator = { ...own, MONGODB_URI: 'mongodb://administrator', BACKUP_PASSWORD: 'backup' };
    const values = Object.values(environment('catalog', operator, given)).join();
    expect(values).not.toMatch(/media-worker|objects-secret|redis:|administrator|backup/);
  });

  it.each([
    ['SERVICE_TOKEN_PRIVATE_KEY', ['gateway']],
    ['AUDIT_HASH_KEY', ['gateway']],
    ['PORT', ['gateway']],
    ['ADMIN_PASSWORD', ['billing']],
    ['PAYPAL_CLIENT_ID', ['billing', 'gateway']],
    ['PAYPAL_CLIENT_SECRET', ['billing']],
    ['RAZORPAY_KEY_ID', ['billing']],
    ['RAZORPAY_KEY_SECRET', ['billing']],
    ['S3_SECRET_KEY', storageUsers],
    ['S3_REGION', storageUsers],
  ])('holds %s in %j alone', (variable, holders) => {
    const operator = {
      ...{ ...credentials, ...address, SERVICE_TOKEN_PRIVATE_KEY: 'own', S3_REGION: 'ap-south-1' },
      ...{ ADMIN_PASSWORD: 'a long password', S3_SECRET_KEY: 'another' },
    };
    const found = services.filter(({ name }) => environment(name, operator)[variable]);
    expect(found.map(({ name }) => name).toSorted()).toEqual(holders);
  });

  it('holds what the operator says of billing, the backups and the gateway', () => {
    const first = { ADMIN_USERNAME: 'asha', ADMIN_PASSWORD: 'a long password' };
    expect(environment('billing', { ...first, ...credentials })).toMatchObject({
      ...{ ...first, ...credentials, ADMIN_PASSWORD_GENERATED: 'false' },
      PUBLIC_ORIGIN: 'http://localhost:8080',
    });
    expect(environment('billing')['ADMIN_PASSWORD_GENERATED']).toBe('true');
    expect(environment('gateway')['AUDIT_HASH_KEY']).toBe('audit-secret');
    const gateway = { ...address, SERVICE_TOKEN_PRIVATE_KEY: 'own', PAYPAL_CLIENT_ID: 'client' };
    expect(environment('gateway', gateway)).toMatchObject(gateway);
    const folder = { BACKUP_DIR: '/mnt/backups' };
    expect(environment('media-worker', folder)).toMatchObject(folder);
  });

  it('keeps the gateway on loopback in development, where the browser talks to another server', () => {
    expect(environment('gateway', { HOST: '0.0.0.0' }, { gatewayPort: 18_080 })).toMatchObject({
      ...{ PORT: '18080', HOST: '127.0.0.1', PUBLIC_ORIGIN: 'http://localhost:8080' },
    });
    const PUBLIC_ORIGIN = 'http://127.0.0.1:18080';
    expect(environment('ops-worker', {}, { gatewayPort: 18_080 })).toMatchObject({ PUBLIC_ORIGIN });
  });

  it.each([
    ['billing', { BILLING_BUCKET: 'tests-billing', REDIS_PREFIX: 'tests:' }],
    ['catalog', { MESSAGE_NAMESPACE: 'tests' }],
    ['media', { S3_BUCKET: 'tests-images' }],
    ['ops', { RELEASES_BUCKET: 'tests-releases' }],
  ])(
    'keeps databases, queues and buckets of a namespace apart on servers of the operator: %s',
    (name, expected) => {
      const given = environment(name, servers, { namespace: 'tests' });
      expect(given).toMatchObject({ ...expected, MONGODB_DB: `tests-${name}` });
    },
  );

  it("gives the simulator's credentials to billing alone, whatever the operator has set", () => {
    const operator = { PAYPAL_BASE_URL: 'http://127.0.0.1:1' };
    expect(environment('billing', operator, { testPayments })).toMatchObject({
      PAYPAL_BASE_URL: 'http://127.0.0.1:18900',
      PAYPAL_CLIENT_ID: 'test-payments',
      PAYPAL_CLIENT_SECRET: 'payments-secret',
      RAZORPAY_BASE_URL: 'http://127.0.0.1:18900',
      RAZORPAY_KEY_ID: 'rzp_test_payments',
      RAZORPAY_KEY_SECRET: 'payments-secret',
      RAZORPAY_WEBHOOK_SECRET: 'payments-secret',
    });
    const others = services.filter(({ name }) => name !== 'billing');
    const variables = others.flatMap(({ name }) =>
      Object.keys(environment(name, operator, { testPayments })),
    );
    expect(variables.filter((key) => /PAYPAL|RAZORPAY/.test(key))).toEqual([]);
  });

  it.each([
    ['media', { MONGODB_DB: 'media', BACKUP_DIR: '/data/backups', S3_REGION: 'ap-south-1' }],
    ['media-worker', { MONGODB_DB: 'media', BACKUP_DIR: '/data/backups' }],
    ['catalog-worker', { MONGODB_DB: 'catalog' }],
    ['ops', { MONGODB_DB: 'ops' }],
    ['ops-worker', { WEB_DIST: expect.stringMatching(/\/web\/dist$/) }],
  ])('has the storage, not as the operator names its keys, and folders: %s', (name, expected) => {
    const keys = { S3_ACCESS_KEY: 'access', S3_SECRET_KEY: 'objects-secret' };
    const given = environment(name, { S3_SECRET_KEY: 'another', S3_REGION: 'ap-south-1' });
    expect(given).toMatchObject({ S3_ENDPOINT: 'http://s', ...keys, ...expected });
  });

  it('has ops look for new releases at the gateway itself, unless the operator says where', () => {
    const probed = (operator: NodeJS.ProcessEnv, given = {}) =>
      environment('ops-worker', operator, given)['PROBE_ORIGIN'];
    const PUBLIC_ORIGIN = 'https://clinic.example';
    expect(probed({})).toBe('http://127.0.0.1:8080');
    expect(probed({ PUBLIC_ORIGIN })).toBe('http://127.0.0.1:8080');
    expect(probed({ PUBLIC_ORIGIN, PORT: '80', HOST: '0.0.0.0' })).toBe('http://127.0.0.1');
    expect(probed({ PUBLIC_ORIGIN, PORT: '9000', HOST: '::' })).toBe('http://127.0.0.1:9000');
    expect(probed({ PUBLIC_ORIGIN, HOST: '::1' })).toBe('http://[::1]:8080');
    expect(probed({ PUBLIC_ORIGIN, HOST: '192.0.2.4' })).toBe('http://192.0.2.4:8080');
    expect(probed({ PUBLIC_ORIGIN, PROBE_ORIGIN: 'http://10.0.0.9' })).toBe('http://10.0.0.9');
    expect(probed({ PUBLIC_ORIGIN }, { gatewayPort: 18_080 })).toBeUndefined();
  });
});

describe("the operator's settings", () => {
  it('default to port 8080 on loopback', () => {
    const origin = 'http://localhost:8080';
    expect(readAddress({})).toEqual({ host: '127.0.0.1', port: 8080, origin });
  });

  it.each(['0', '65536', '80a', '-1', '1e3'])('refuse PORT=%s', (port) => {
    expect(() => readAddress({ PORT: port })).toThrow(`PORT is "${port}"`);
  });

  it('get a new password each time none is given, as long as the operator asks for', () => {
    const one = readFirstAdministrator({});
    expect(one).toMatchObject({ username: 'admin', generated: true });
    expect(one.password).toMatch(/^[a-zA-Z2-9]{20}$/);
    expect(readFirstAdministrator({}).password).not.toBe(one.password);
    expect(readFirstAdministrator({ PASSWORD_MIN_LENGTH: '30' }).password).toHaveLength(30);
    expect(readFirstAdministrator({ PASSWORD_MIN_LENGTH: '12' }).password).toHaveLength(20);
  });

  it('choose between payment providers and their simulator', () => {
    const given = [
      ...[{}, { PAYPAL_CLIENT_ID: '', RAZORPAY_KEY_ID: '' }],
      ...[{ PAYPAL_CLIENT_ID: 'client' }, { RAZORPAY_KEY_ID: 'key' }],
    ];
    expect(given.map(hasPaymentCredentials)).toEqual([false, false, true, true]);
  });

  it.each([
    ['127.0.0.1', 8080, 'http://127.0.0.1:8080'],
    ['0.0.0.0', 8080, 'http://127.0.0.1:8080'],
    ['192.168.1.5', 8080, 'http://192.168.1.5:8080'],
    ['fd00::1', 8080, 'http://[fd00::1]:8080'],
    ['192.168.1.5', 18_080, 'http://127.0.0.1:18080'],
  ])('give the origin of webhooks: %s, port %s', (host, gatewayPort, url) => {
    expect(gatewayOrigin({ host, port: 8080, origin: 'http://any' }, gatewayPort)).toBe(url);
  });
});
