import { Controller, Module } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { access, defineCommand, defineQuery, type RequestOf } from '@ctdb/contracts';
import { z } from 'zod';
import { BusNames, ChassisModule, Handles } from '../src/index.js';
import {
  admin,
  rpcCaller,
  startTestService,
  testEnv,
  waitUntil,
  type RpcCaller,
} from '../src/testing/index.js';
import { BrokerCluster } from './broker-cluster.fixture.js';
import { Counters, heard, ListenerModule } from './facts.fixture.js';

const RECOVERY_MS = 10_000;

const store = defineCommand({
  name: 'catalog.store',
  access: access.everyone,
  request: z.strictObject({ value: z.number().int() }),
  reply: z.object({}),
});
const ping = defineQuery({
  name: 'catalog.ping',
  access: access.everyone,
  request: z.strictObject({}),
  reply: z.object({}),
});

@Controller()
class StoreConsumer {
  constructor(private readonly counters: Counters) {}

  @Handles(store)
  async store({ value }: RequestOf<typeof store>) {
    await this.counters.write(String(value), value);
    this.counters.outbox.relaySoon();
    return {};
  }

  @Handles(ping)
  ping() {
    return {};
  }
}

@Module({
  imports: [
    ChassisModule.forRoot({ service: 'catalog', mongo: true, outboxCollections: ['counters'] }),
  ],
  controllers: [StoreConsumer],
  providers: [Counters],
})
class StoreModule {}

const env = testEnv();
let cluster: BrokerCluster;
let call: RpcCaller;

beforeAll(async () => {
  cluster = await BrokerCluster.start();
  process.env['RABBITMQ_URL'] = cluster.url;
  const clustered = { ...env, RABBITMQ_URL: cluster.url };
  await startTestService(StoreModule, clustered);
  await startTestService(StoreModule, clustered);
  await startTestService(ListenerModule, clustered);
  call = await rpcCaller(admin(), clustered);
}, 150_000);

// Runs after the hook of `testEnv`, which closes the services.
afterAll(() => cluster.stop(), 60_000);

describe('a cluster of three nodes', () => {
  it('answers calls within 10 s of the loss of the leading node, and loses no stored event', async () => {
    const acknowledged: number[] = [];
    let last = 0;
    let isOver = false;
    const failures: number[] = [];
    const caller = async (): Promise<void> => {
      while (!isOver) {
        const value = ++last;
        try {
          await call(ping, {});
          await call(store, { value });
          acknowledged.push(value);
        } catch {
          failures.push(performance.now());
        }
      }
    };
    const callers = Array.from({ length: 5 }, caller);
    await waitUntil(() => acknowledged.length >= 50);

    const leaders = await cluster.findLeaders();
    const names = new BusNames(env.MESSAGE_NAMESPACE);
    const leader = cluster.nodes.find(
      ({ name }) => name === leaders.get(names.commands('catalog')),
    );
    expect(leader).toBeDefined();
    const killedAt = performance.now();
    await leader?.kill();

    const before = acknowledged.length;
    await waitUntil(() => acknowledged.length >= before + 50, 'calls do not succeed', 30_000);
    const lastFailure = failures.at(-1) ?? killedAt;
    expect(lastFailure - killedAt).toBeLessThan(RECOVERY_MS);
    isOver = true;
    await Promise.all(callers);

    const isHeard = (): boolean => {
      const values = new Set(heard.map(({ value }) => value));
      return acknowledged.every((value) => values.has(value));
    };
    await waitUntil(isHeard, 'an acknowledged event is lost', 30_000);
  }, 120_000);
});
