import { Controller, Module } from '@nestjs/common';
import { access, defineQuery, type RequestOf } from '@ctdb/contracts';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import {
  AppLogger,
  ChassisModule,
  currentContext,
  Handles,
  RpcClient,
  type MessageContext,
} from '../src/index.js';
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

const lines: Record<string, unknown>[] = [];
const logger = new AppLogger('billing', 'info', { write: (line) => lines.push(JSON.parse(line)) });

const hops = defineQuery({
  name: 'billing.hops',
  access: access.everyone,
  callers: ['billing'],
  request: z.strictObject({ left: z.number().int(), patientName: z.string() }),
  reply: z.object({ hops: z.number() }),
});

@Controller()
class HopsConsumer {
  constructor(private readonly rpc: RpcClient) {}

  @Handles(hops)
  async hop(
    { left, patientName }: RequestOf<typeof hops>,
    context: MessageContext,
  ): Promise<{ hops: number }> {
    await new Promise((resolve) => setTimeout(resolve, 5));
    logger.info('a hop', { left, patientName, same: currentContext() === context });
    if (left === 0) return { hops: 0 };
    const next = await this.rpc.call(hops, { left: left - 1, patientName }, context);
    return { hops: next.hops + 1 };
  }
}

@Module({
  imports: [ChassisModule.forRoot({ service: 'billing' })],
  controllers: [HopsConsumer],
})
class HopsModule {}

beforeAll(async () => {
  const facts = await startTestService(FactsModule, env);
  const catalog = await startTestService(CounterModule, env);
  await catalog.get(Counters).model.init();
  await startTestService(HopsModule, env);
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

it('the context of a call is in every line of every service that it passes, with a span for each hop', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
  const request = { left: 2, patientName: 'Lakshmi' };
  expect(await call(hops, request, { requestId: 'request-1', traceparent })).toEqual({ hops: 2 });

  expect(lines.map(({ left }) => left)).toEqual([2, 1, 0]);
  for (const line of lines) {
    expect(line).toMatchObject({
      service: 'billing',
      level: 'info',
      msg: 'a hop',
      requestId: 'request-1',
      traceId,
      same: true,
      patientName: '[redacted]',
    });
  }
  const spans = new Set(lines.map(({ spanId }) => spanId));
  expect(spans.size).toBe(3);
  expect(spans).not.toContain('00f067aa0ba902b7');
});
