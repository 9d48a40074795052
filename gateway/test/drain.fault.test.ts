import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { testEnv, waitUntil } from '@ctdb/chassis/testing';
import { getDisease } from '@ctdb/contracts';
import { GatewayUnderTest, unlimited } from './support/gateway-under-test.js';
import { disease, ids } from './support/records.js';
import { stubCatalog } from './support/stub-catalog.js';

const env = testEnv({ ...unlimited, DRAIN_MS: '500' });

const get = async (agent: Agent, origin: string, path: string, headers: Record<string, string>) => {
  const outgoing = request(`${origin}${path}`, { agent, headers }).end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  await once(incoming.resume(), 'end');
  return { status: incoming.statusCode, connection: incoming.headers.connection };
};

it('a gateway that receives a stop signal finishes what it has begun and fails no request on an open connection', async () => {
  const catalog = stubCatalog().answer(getDisease, async () => {
    await pause(300);
    return disease;
  });
  await catalog.start(env);
  const gateway = await GatewayUnderTest.start(env);
  const admin = await gateway.admin();
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const ask = (path: string) => get(agent, gateway.origin, path, admin);

  expect(await ask('/api/session')).toEqual({ status: 200, connection: 'keep-alive' });
  const slow = ask(`/api/diseases/${ids.disease}`);
  await waitUntil(() => catalog.calls(getDisease).length === 1);
  const start = performance.now();
  const closing = gateway.close();
  const meanwhile = await Promise.all(Array.from({ length: 3 }, () => ask('/api/session')));
  expect(meanwhile).toEqual(Array(3).fill({ status: 200, connection: 'close' }));
  // It began before the shutdown; its connection is closed, too.
  expect(await slow).toEqual({ status: 200, connection: 'close' });
  await closing;
  expect(performance.now() - start).toBeLessThan(5_000);
  await expect(ask('/api/session')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  agent.destroy();
}, 30_000);
