import { beforeAll, expect, it } from 'vitest';
import {
  admin,
  rpcCaller,
  startTestService,
  testEnv,
  TraceCollector,
  waitUntil,
  type RpcCaller,
} from '../src/testing/index.js';
import {
  count,
  counted,
  CounterModule,
  Counters,
  FactsModule,
  FactsRepository,
} from './facts.fixture.js';

const CONSUMER = 5;

const env = testEnv({ OTEL_TRACES_SAMPLER_ARG: '1' });
const collector = await TraceCollector.start(env);
let call: RpcCaller;

beforeAll(async () => {
  const facts = await startTestService(FactsModule, env);
  const catalog = await startTestService(CounterModule, env);
  await catalog.get(Counters).model.init();
  call = await rpcCaller(admin(), env);
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const spanId = 'b7ad6b7169203331';
  await call(count, { id: 'a' }, { traceparent: `00-${traceId}-${spanId}-01` });
  await call(count, { id: 'b' }, { traceparent: `00-${traceId}-${spanId}-00` });
  const stored = facts.get(FactsRepository).facts;
  await waitUntil(async () => (await stored.countDocuments()) === 2);
  await catalog.close();
  await facts.close();
});

it('a trace continues with the events of a command, and ends where it is not sampled', () => {
  const answer = collector.find('catalog', count.name);
  const event = collector.find('media', counted.name);
  expect(answer.parentSpanId).toBe('b7ad6b7169203331');
  expect(event).toMatchObject({
    kind: CONSUMER,
    traceId: answer.traceId,
    parentSpanId: answer.spanId,
  });
  const commands = collector.spans.filter(({ parentSpanId }) => parentSpanId === event.spanId);
  expect(commands).toMatchObject([
    { service: 'media', attributes: { 'db.collection.name': 'facts' } },
  ]);
});
