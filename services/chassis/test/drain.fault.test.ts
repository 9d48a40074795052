import { beforeAll, expect, it } from 'vitest';
import {
  admin,
  rpcCaller,
  startTestService,
  testEnv,
  waitUntil,
  type RpcCaller,
  type TestService,
} from '../src/testing/index.js';
import { begun, echo, EchoModule, slowCommand, slowQuery } from './echo.fixture.js';

const env = testEnv();
let first: TestService;
let call: RpcCaller;

beforeAll(async () => {
  first = await startTestService(EchoModule, env);
  call = await rpcCaller(admin(), env);
});

it('a service that receives a stop signal answers everything that it has begun, and leaves the rest to the next one', async () => {
  const ids = Array.from({ length: 20 }, (_, index) => String(index));
  const milliseconds = 300;
  const begunCalls = ids.flatMap((id) => [
    call(slowQuery, { id: `q${id}`, milliseconds }),
    call(slowCommand, { id: `c${id}`, milliseconds }),
  ]);
  await waitUntil(() => begun.length === 40);
  const closing = first.close();
  const laterCalls = ids.map((text) => call(echo, { text }));
  expect(await Promise.all(begunCalls)).toHaveLength(40);
  await closing;

  await startTestService(EchoModule, env);
  expect((await Promise.all(laterCalls)).map(({ text }) => text)).toEqual(ids);
  expect(begun).toHaveLength(40);
}, 20_000);

it('a service that receives a stop signal loses no call while one of two is stopped under load', async () => {
  const second = await startTestService(EchoModule, env);
  let isOver = false;
  let answered = 0;
  const caller = async (): Promise<void> => {
    while (!isOver) {
      await call(slowCommand, { id: 'load', milliseconds: 5 });
      await call(echo, { text: 'load' });
      answered += 2;
    }
  };
  const callers = Array.from({ length: 20 }, caller);
  await waitUntil(() => answered > 200);
  await second.close();
  const before = answered;
  await waitUntil(() => answered > before + 200);
  isOver = true;
  await Promise.all(callers);
  expect(answered).toBeGreaterThan(400);
}, 20_000);
