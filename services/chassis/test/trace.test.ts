import { Controller, Module } from '@nestjs/common';
import { beforeAll, describe, expect, it } from 'vitest';
import { access, defineQuery, type RequestOf } from '@ctdb/contracts';
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
  type RpcCaller,
} from '../src/testing/index.js';

const env = testEnv();
const lines: Record<string, unknown>[] = [];
const logger = new AppLogger('catalog', 'info', { write: (line) => lines.push(JSON.parse(line)) });

const hops = defineQuery({
  name: 'catalog.hops',
  access: access.everyone,
  callers: ['catalog'],
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
  imports: [ChassisModule.forRoot({ service: 'catalog' })],
  controllers: [HopsConsumer],
})
class HopsModule {}

let call: RpcCaller;

beforeAll(async () => {
  await startTestService(HopsModule, env);
  call = await rpcCaller(admin(), env);
});

describe('the context of a call', () => {
  it('is in every line of every service that it passes, with a span for each hop', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    const request = { left: 2, patientName: 'Lakshmi' };
    expect(await call(hops, request, { requestId: 'request-1', traceparent })).toEqual({ hops: 2 });

    expect(lines.map(({ left }) => left)).toEqual([2, 1, 0]);
    for (const line of lines) {
      expect(line).toMatchObject({
        service: 'catalog',
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
});
