import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { serviceEnvironment, type ServiceEnvironment } from '../testing/service-environments.ts';
import { readEnvironment, productProcesses, secretFiles } from './kubernetes-object.ts';
import { overlay, overlays } from './kustomize-build.ts';

const services = ['gateway', 'catalog', 'billing', 'media', 'ops'];
const FILE = /_FILE$/;

const { privateKey } = generateKeyPairSync('ed25519');
const { d, ...publicKey } = { ...privateKey.export({ format: 'jwk' }), kid: 'key-1' };

/** What a file of the Secret may hold. */
const samples: Record<string, string> = {
  MONGODB_URI: 'mongodb://user:password@mongodb:27017/?authSource=admin',
  REDIS_URL: 'redis://:password@redis:6379',
  RABBITMQ_URL: 'amqp://user:password@rabbitmq:5672',
  AUDIT_HASH_KEY: '0123456789abcdef0123456789abcdef',
  SERVICE_TOKEN_PUBLIC_KEYS: JSON.stringify({ keys: [publicKey] }),
  SERVICE_TOKEN_PRIVATE_KEY: JSON.stringify({ ...publicKey, d }),
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'secret',
  ADMIN_PASSWORD: 'several unusual words',
  SMTP_URL: 'smtps://user:password@mail.example:465',
  PAYPAL_CLIENT_ID: 'client',
  PAYPAL_CLIENT_SECRET: 'secret',
  RAZORPAY_KEY_ID: 'rzp_live_1',
  RAZORPAY_KEY_SECRET: 'secret',
  RAZORPAY_WEBHOOK_SECRET: 'webhook',
};

const known = new Map<string, ServiceEnvironment>();
beforeAll(async () => {
  for (const service of services) known.set(service, await serviceEnvironment(service));
}, 60_000);

describe.each(overlays)('the environment of each process, %s', (name) => {
  const objects = overlay(name);
  const all = productProcesses(objects);

  it.each(all)(
    'of $name is all that the service needs, and nothing that it does not read',
    (each) => {
      const env = readEnvironment(each, objects);
      const { names: read, load } = known.get(each.image) as ServiceEnvironment;
      const names = Object.keys(env);
      expect(names.filter((name) => !read.has(name) && !read.has(name.replace(FILE, '')))).toEqual(
        [],
      );
      const files = Object.entries(env).filter(([name]) => FILE.test(name));
      expect(files.length).toBeGreaterThan(0);
      expect(secretFiles(each)).toEqual(expect.arrayContaining(files.map(([, path]) => path)));
      const whole = Object.entries(env).map(([name, value]) => {
        const own = name.replace(FILE, '');
        return own === name ? [name, value] : [own, samples[own]];
      });
      expect(() => load(Object.fromEntries(whole))).not.toThrow();
    },
  );
});
