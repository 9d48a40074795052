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

function settings(
  operator: NodeJS.ProcessEnv,
  more: Partial<ProductSettings> = {},
): ProductSettings {
  const address = readAddress(operator);
  return {
    operator,
    mode: 'production',
    servers: {
      MONGODB_URI: 'mongodb://m',
      REDIS_URL: 'redis://r',
      RABBITMQ_URL: 'amqp://q',
      S3_ENDPOINT: 'http://s',
      S3_ACCESS_KEY: 'access',
      S3_SECRET_KEY: 'objects-secret',
    },
    dataFolder: '/data',
    secrets,
    address,
    gatewayPort: address.port,
    administrator: readFirstAdministrator(operator),
    testPayments: undefined,
    mailCatcher: undefined,
    ...more,
  };
}

function environment(name: string, given: ProductSettings): NodeJS.ProcessEnv {
  const service = services.find((one) => one.name === name);
  if (service === undefined) throw new Error(`no service ${name}`);
  return serviceEnvironment(service, given, 18_095);
}

describe('the environment of a service', () => {
  it('holds the servers, the secret and its health port', () => {
    expect(environment('catalog', settings({}))).toMatchObject({
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      MONGODB_URI: 'mongodb://m',
      MONGODB_DB: 'catalog',
      REDIS_URL: 'redis://r',
      RABBITMQ_URL: 'amqp://q',
      SERVICE_TOKEN_PUBLIC_KEYS: publicKeysOf(secrets.serviceTokenKey),
      HEALTH_PORT: '18095',
      SEED_SAMPLE_DATA: 'true',
    });
  });

  it('holds the own user of the process at each server that has users, and no other', () => {
    const { servers } = settings({});
    const own = {
      CATALOG_RABBITMQ_URL: 'amqp://catalog@q',
      MEDIA_WORKER_REDIS_URL: 'redis://media-worker@r',
      MEDIA_WORKER_S3_ACCESS_KEY: 'media-worker',
      MEDIA_WORKER_S3_SECRET_KEY: 'its secret',
    };
    const given = settings({}, { servers: { ...servers, ...own } });
    expect(environment('catalog', given)).toMatchObject({
      RABBITMQ_URL: 'amqp://catalog@q',
      MONGODB_URI: 'mongodb://m',
      REDIS_URL: undefined,
      S3_SECRET_KEY: undefined,
    });
    expect(environment('media-worker', given)).toMatchObject({
      REDIS_URL: 'redis://media-worker@r',
      RABBITMQ_URL: undefined,
      S3_ACCESS_KEY: 'media-worker',
    });
    const values = Object.values(environment('catalog', given)).join();
    expect(values).not.toMatch(/media-worker|objects-secret|redis:/);
  });

  it('gives the key of service tokens to the gateway alone', () => {
    const operator = { SERVICE_TOKEN_PRIVATE_KEY: 'own' };
    expect(environment('gateway', settings(operator))).toMatchObject(operator);
    for (const { name } of services.filter((one) => one.name !== 'gateway'))
      expect(environment(name, settings(operator))).not.toHaveProperty('SERVICE_TOKEN_PRIVATE_KEY');
  });

  it("passes the operator's variables on, his log level and his choice about sample data included", () => {
    const operator = { PRODUCT_NAME_EN: 'Clinic', LOG_LEVEL: 'debug', SEED_SAMPLE_DATA: 'false' };
    expect(environment('catalog', settings(operator))).toMatchObject(operator);
  });

  it('gives the password to billing alone', () => {
    const given = settings({ ADMIN_USERNAME: 'asha', ADMIN_PASSWORD: 'a long password' });
    expect(environment('billing', given)).toMatchObject({
      ADMIN_USERNAME: 'asha',
      ADMIN_PASSWORD: 'a long password',
      ADMIN_PASSWORD_GENERATED: 'false',
      PUBLIC_ORIGIN: 'http://localhost:8080',
    });
    expect(environment('billing', settings({}))['ADMIN_PASSWORD_GENERATED']).toBe('true');
    for (const name of ['catalog', 'gateway']) {
      expect(environment(name, given)).not.toHaveProperty('ADMIN_PASSWORD');
    }
  });

  it("gives the simulator's credentials to billing alone, whatever the operator has set", () => {
    const testPayments = {
      baseUrl: 'http://127.0.0.1:18900',
      clientId: 'test-payments',
      clientSecret: 'payments-secret',
      webhookId: 'TESTPAYMENTS',
      razorpayKeyId: 'rzp_test_payments',
    };
    const given = settings({ PAYPAL_BASE_URL: 'http://127.0.0.1:1' }, { testPayments });
    expect(environment('billing', given)).toMatchObject({
      PAYPAL_BASE_URL: 'http://127.0.0.1:18900',
      PAYPAL_CLIENT_ID: 'test-payments',
      PAYPAL_CLIENT_SECRET: 'payments-secret',
      PAYPAL_WEBHOOK_ID: 'TESTPAYMENTS',
      RAZORPAY_BASE_URL: 'http://127.0.0.1:18900',
      RAZORPAY_KEY_ID: 'rzp_test_payments',
      RAZORPAY_KEY_SECRET: 'payments-secret',
      RAZORPAY_WEBHOOK_SECRET: 'payments-secret',
    });
    for (const name of ['catalog', 'gateway']) {
      expect(
        Object.keys(environment(name, given)).filter((key) => /PAYPAL|RAZORPAY/.test(key)),
      ).toEqual([]);
    }
  });

  it('gives the credentials of providers to billing, and the public one of PayPal to the gateway', () => {
    const operator = {
      RAZORPAY_KEY_ID: 'key',
      RAZORPAY_KEY_SECRET: 'secret',
      RAZORPAY_WEBHOOK_SECRET: 'webhook',
      PAYPAL_CLIENT_ID: 'client',
      PAYPAL_CLIENT_SECRET: 'secret',
      PAYPAL_WEBHOOK_ID: 'webhook',
      PAYPAL_ENV: 'live',
    };
    expect(environment('billing', settings(operator))).toMatchObject(operator);
    const gateway = environment('gateway', settings(operator));
    expect(gateway).toMatchObject({ PAYPAL_CLIENT_ID: 'client', PAYPAL_ENV: 'live' });
    expect(gateway).not.toHaveProperty('PAYPAL_CLIENT_SECRET');
    expect(gateway).not.toHaveProperty('RAZORPAY_KEY_ID');
    expect(gateway).toMatchObject({ AUDIT_HASH_KEY: 'audit-secret' });
    expect(environment('billing', settings({}))).not.toHaveProperty('AUDIT_HASH_KEY');
    expect(environment('catalog', settings(operator))).not.toHaveProperty('PAYPAL_CLIENT_ID');
  });

  it('gives the keys of the object storage to those that use it alone', () => {
    const operator = { S3_SECRET_KEY: 'another', S3_REGION: 'ap-south-1' };
    for (const name of ['media', 'media-worker']) {
      expect(environment(name, settings(operator))).toMatchObject({
        MONGODB_DB: 'media',
        S3_ENDPOINT: 'http://s',
        S3_ACCESS_KEY: 'access',
        S3_SECRET_KEY: 'objects-secret',
        S3_REGION: 'ap-south-1',
        BACKUP_DIR: '/data/backups',
      });
    }
    for (const name of ['catalog', 'catalog-worker'])
      expect(environment(name, settings(operator))).toMatchObject({
        MONGODB_DB: 'catalog',
        S3_SECRET_KEY: 'objects-secret',
      });
    for (const name of ['billing', 'gateway']) {
      const given = Object.keys(environment(name, settings(operator)));
      expect(given.filter((key) => key.startsWith('S3_'))).toEqual([]);
    }
  });

  it('gives ops the build folder, the bucket of releases and the address of the live site', () => {
    for (const name of ['ops', 'ops-worker']) {
      expect(environment(name, settings({}))).toMatchObject({
        MONGODB_DB: 'ops',
        S3_ENDPOINT: 'http://s',
        S3_SECRET_KEY: 'objects-secret',
        BUILDS_DIR: '/data/builds',
        WEB_PROJECT: expect.stringMatching(/\/web$/),
        PUBLIC_ORIGIN: 'http://localhost:8080',
      });
    }
    const inDevelopment = settings({}, { gatewayPort: 18_080, namespace: 'tests' });
    expect(environment('ops-worker', inDevelopment)).toMatchObject({
      PUBLIC_ORIGIN: 'http://127.0.0.1:18080',
      RELEASES_BUCKET: 'tests-releases',
    });
  });

  it('has ops look for new releases at the gateway itself, unless the operator says where', () => {
    const probed = (operator: NodeJS.ProcessEnv, given = {}) =>
      environment('ops-worker', settings(operator, given))['PROBE_ORIGIN'];
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

  it("has backups written to the operator's folder", () => {
    const given = settings({ BACKUP_DIR: '/mnt/backups' });
    expect(environment('media-worker', given)).toMatchObject({ BACKUP_DIR: '/mnt/backups' });
  });

  it('gives address and port to the gateway alone', () => {
    const given = settings({
      PORT: '9000',
      HOST: '0.0.0.0',
      PUBLIC_ORIGIN: 'https://clinic.example',
    });
    expect(environment('gateway', given)).toMatchObject({
      PORT: '9000',
      HOST: '0.0.0.0',
      PUBLIC_ORIGIN: 'https://clinic.example',
    });
    expect(environment('billing', given)).not.toHaveProperty('PORT');
  });

  it('keeps the gateway on loopback when the browser talks to another server', () => {
    const given = settings({ HOST: '0.0.0.0' }, { gatewayPort: 18_080 });
    expect(environment('gateway', given)).toMatchObject({
      PORT: '18080',
      HOST: '127.0.0.1',
      PUBLIC_ORIGIN: 'http://localhost:8080',
    });
  });

  it('keeps databases and queues of a namespace apart', () => {
    const given = settings({}, { namespace: 'tests' });
    expect(environment('billing', given)).toMatchObject({
      MONGODB_DB: 'tests-billing',
      MESSAGE_NAMESPACE: 'tests',
      REDIS_PREFIX: 'tests:',
    });
    expect(environment('media', given)).toMatchObject({
      MONGODB_DB: 'tests-media',
      S3_BUCKET: 'tests-images',
    });
  });
});

describe("the operator's settings", () => {
  it('default to port 8080 on loopback', () => {
    expect(readAddress({})).toEqual({
      host: '127.0.0.1',
      port: 8080,
      origin: 'http://localhost:8080',
    });
  });

  it.each(['0', '65536', '80a', '-1', '1e3'])('refuse PORT=%s', (port) => {
    expect(() => readAddress({ PORT: port })).toThrow(`PORT is "${port}"`);
  });

  it('make the password as long as the operator asks for', () => {
    expect(readFirstAdministrator({ PASSWORD_MIN_LENGTH: '30' }).password).toHaveLength(30);
    expect(readFirstAdministrator({ PASSWORD_MIN_LENGTH: '12' }).password).toHaveLength(20);
  });

  it('get a new 20-character password each time none is given', () => {
    const one = readFirstAdministrator({});
    expect(one).toMatchObject({ username: 'admin', generated: true });
    expect(one.password).toMatch(/^[a-zA-Z2-9]{20}$/);
    expect(readFirstAdministrator({}).password).not.toBe(one.password);
  });

  it('choose between payment providers and their simulator', () => {
    expect(hasPaymentCredentials({})).toBe(false);
    expect(hasPaymentCredentials({ PAYPAL_CLIENT_ID: '', RAZORPAY_KEY_ID: '' })).toBe(false);
    expect(hasPaymentCredentials({ PAYPAL_CLIENT_ID: 'client' })).toBe(true);
    expect(hasPaymentCredentials({ RAZORPAY_KEY_ID: 'key' })).toBe(true);
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
