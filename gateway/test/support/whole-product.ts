import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceProcess, testEnv, waitUntil } from '@ctdb/chassis/testing';
import { beforeAll } from 'vitest';
import { GatewayUnderTest, unlimited } from './gateway-under-test.js';
import type { Call, Result } from './http-client.js';

const services = ['catalog', 'media', 'billing', 'ops'];
const programs = [...services.map((name) => `${name}/main`), 'catalog/worker', 'media/worker'];
/** One route of each service. */
const reads = ['/api/diseases', '/api/trash/images', '/api/orders', '/api/audit'];

/** A gateway before all services as they are built, with empty databases; `call` is an owner's. */
export const wholeProduct = () => {
  const id = `test-${randomBytes(6).toString('hex')}`;
  const buckets = ['S3_BUCKET', 'CATALOG_BUCKET', 'RELEASES_BUCKET'];
  const env = testEnv({
    ...unlimited,
    ...Object.fromEntries(buckets.map((name, at) => [name, `${id}-${at}`])),
    BACKUP_DIR: join(tmpdir(), id),
    SEED_SAMPLE_DATA: 'false',
  });
  env.onEnd(() => rm(join(tmpdir(), id), { recursive: true, force: true }));
  const processes = programs.map((program) => {
    const variables = { MONGODB_DB: `${id}-${program.split('/')[0]}` };
    return new ServiceProcess(env, program.replace('/', '/dist/').concat('.js'), { variables });
  });
  const product = {} as {
    gateway: GatewayUnderTest;
    call: (method: string, path: string, options?: Call) => Promise<Result>;
  };
  beforeAll(async () => {
    await Promise.all(processes.map((each) => each.start()));
    product.gateway = await GatewayUnderTest.start(env);
    const owner = await product.gateway.admin({ role: 'owner' });
    product.call = (method, path, { headers, ...options } = {}) =>
      product.gateway.call(path, { ...options, method, headers: { ...owner, ...headers } });
    const isReady = async () => {
      const answers = await Promise.all(reads.map((path) => product.call('GET', path)));
      return answers.every(({ status }) => status === 200);
    };
    await waitUntil(isReady, 'the services do not answer', 60_000);
  }, 120_000);
  return product;
};
