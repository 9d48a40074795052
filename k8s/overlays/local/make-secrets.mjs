// Makes the installation's secrets once, all in one Secret: nothing of it is ever half there, and
// what exists is left alone.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';
const read = (name) => readFileSync(`${ACCOUNT}/${name}`, 'utf8').trim();
const random = () => randomBytes(32).toString('hex');

const user = 'ctdb';
const [mongodb, redis, rabbitmq, storage] = [random(), random(), random(), random()];
const namespace = read('namespace');
const lines = (...texts) => `${texts.join('\n')}\n`;

const stringData = {
  'mongodb-password': mongodb,
  'mongodb-uri': `mongodb://${user}:${mongodb}@mongodb:27017/?authSource=admin`,
  // For KEDA, which asks from its own namespace.
  'redis-address': `redis.${namespace}.svc:6379`,
  'redis-password': redis,
  'redis-url': `redis://:${redis}@redis:6379`,
  'redis.conf': lines(
    `requirepass ${redis}`,
    'dir /data',
    'appendonly yes',
    'save ""',
    'maxmemory-policy noeviction',
  ),
  'rabbitmq-password': rabbitmq,
  'rabbitmq-url': `amqp://${user}:${rabbitmq}@rabbitmq:5672`,
  'rabbitmq.conf': lines(
    `default_user = ${user}`,
    `default_pass = ${rabbitmq}`,
    'loopback_users = none',
    // Not a share of the node's memory: that is what it would see, and not what its pod may take.
    'vm_memory_high_watermark.absolute = 600MB',
    'disk_free_limit.absolute = 500MB',
  ),
  's3-access-key': user,
  's3-secret-key': storage,
  'minio.env': lines(`export MINIO_ROOT_USER=${user}`, `export MINIO_ROOT_PASSWORD=${storage}`),
  'service-token-secret': random(),
  'audit-hash-key': random(),
  'admin-password': randomBytes(15).toString('base64url'),
};

const answer = await fetch(
  `https://kubernetes.default.svc/api/v1/namespaces/${namespace}/secrets`,
  {
    method: 'POST',
    headers: { authorization: `Bearer ${read('token')}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'colour-therapy-secrets' },
      stringData,
    }),
    signal: AbortSignal.timeout(10_000),
  },
);
const ALREADY_THERE = 409;
if (!answer.ok && answer.status !== ALREADY_THERE)
  throw new Error(`the API server answers ${answer.status}: ${await answer.text()}`);
process.stdout.write(answer.ok ? 'the secrets were made\n' : 'the secrets are there\n');
