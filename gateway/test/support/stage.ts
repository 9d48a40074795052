import { sharedTestEnv, testEnv, type TestEnv } from '@ctdb/chassis/testing';
import { afterEach } from 'vitest';
import { GatewayUnderTest, unlimited } from './gateway-under-test.js';
import { stubBilling } from './stub-billing.js';
import { stubCatalog } from './stub-catalog.js';
import { stubMedia } from './stub-media.js';
import { stubOps } from './stub-ops.js';
import { Storage } from './storage.js';
import type { StubService } from './stub-service.js';

const start = async (env: TestEnv) => {
  const storage = await Storage.start(env);
  const media = stubMedia(storage.url);
  const services = {
    catalog: stubCatalog(),
    billing: stubBilling(),
    media,
    ops: stubOps(),
  };
  await Promise.all(Object.values(services).map((service) => service.start(env)));
  const gateway = await GatewayUnderTest.start(env);
  return { storage, gateway, services };
};
let started: ReturnType<typeof start> | undefined;

/**
 * A gateway without limits before all stub services, which the files of a worker share. After each test the services
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

/** A gateway of its own with these variables, before these stub services. */
export const ownStage = async (variables: Record<string, string>, ...services: StubService[]) => {
  const env = testEnv({ ...unlimited, ...variables });
  await Promise.all(services.map((service) => service.start(env)));
  const gateway = await GatewayUnderTest.start(env);
  return { env, gateway, admin: await gateway.admin() };
};
