import { sharedTestEnv, type TestEnv } from '@ctdb/chassis/testing';
import { afterEach } from 'vitest';
import { GatewayUnderTest, unlimited } from './gateway-under-test.js';
import { stagedBilling } from './stub-billing.js';
import { stagedCatalog } from './stub-catalog.js';
import { stagedMedia } from './stub-media.js';
import { stagedOps } from './stub-ops.js';
import { Storage } from './storage.js';

const start = async (env: TestEnv) => {
  const storage = await Storage.start(env);
  const media = stagedMedia(storage.url);
  const services = {
    catalog: stagedCatalog(),
    billing: stagedBilling(),
    media,
    ops: stagedOps(),
  };
  await Promise.all(Object.values(services).map((service) => service.start(env)));
  const gateway = await GatewayUnderTest.start(env);
  return { storage, gateway, services };
};
let started: ReturnType<typeof start> | undefined;

/**
 * A gateway without limits before all staged services, which the files of a worker share. After each test the services
 * answer as usual again.
 */
export const sharedStage = async () => {
  const env = sharedTestEnv(unlimited);
  const { services, gateway, storage } = await (started ??= start(env));
  const reset = () => [storage, ...Object.values(services)].forEach((part) => part.reset());
  reset();
  afterEach(reset);
  return { ...services, gateway, storage, admin: await gateway.admin() };
};
