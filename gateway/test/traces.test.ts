import { createServer } from 'node:http';
import { testEnv, TraceCollector } from '@ctdb/chassis/testing';
import { listColors } from '@ctdb/contracts';
import { beforeAll, expect, it } from 'vitest';
import { GatewayUnderTest, unlimited } from './support/gateway-under-test.js';
import { stubCatalog } from './support/stub-catalog.js';

const SERVER = 2;
const CLIENT = 3;

const env = testEnv({ ...unlimited, OTEL_TRACES_SAMPLER_ARG: '0' });
const collector = await TraceCollector.start(env);
const storage = createServer((_request, response) => response.writeHead(503).end());
await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve));
env.onEnd(async () => storage.close());
const { port } = storage.address() as { port: number };

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
let unsampled: readonly unknown[];

beforeAll(async () => {
  const catalog = await stubCatalog()
    .answer(listColors, async () => {
      await fetch(`http://127.0.0.1:${port}/images/of-a-patient?token=secret`);
      return [];
    })
    .start(env);
  const cautious = await GatewayUnderTest.start(env);
  const headers = { ...(await cautious.admin()), traceparent };
  await cautious.call('/api/colors', { headers });
  await cautious.close();
  unsampled = [...collector.spans];
  process.env['OTEL_TRACES_SAMPLER_ARG'] = '1';
  const gateway = await GatewayUnderTest.start(env);
  await gateway.call('/api/colors', { headers });
  await gateway.call('/pages/typed?search=typed');
  // Both send what they have.
  await gateway.close();
  await catalog.close();
});

it('the trace of a request leads from the gateway over the service to what it requests', () => {
  const request = collector.find('gateway', 'GET /api/colors');
  const call = collector.find('gateway', listColors.name);
  const answer = collector.find('catalog', listColors.name);
  const download = collector.find('catalog', `GET 127.0.0.1:${port}`);
  expect([request, call, answer, download]).toMatchObject([
    { kind: SERVER, traceId, attributes: { 'http.response.status_code': 200 } },
    { kind: CLIENT, traceId, parentSpanId: request.spanId },
    { kind: SERVER, traceId, parentSpanId: call.spanId },
    { kind: CLIENT, traceId, parentSpanId: answer.spanId, attributes: { 'error.type': '503' } },
  ]);
  // The browser exports nothing.
  expect(request.parentSpanId ?? '').toBe('');
});

it('the trace of a request contains no values of requests', () => {
  expect(collector.find('gateway', 'GET /*').attributes).toMatchObject({ 'http.route': '/*' });
  expect(JSON.stringify(collector.spans)).not.toMatch(/typed|patient|secret/);
});

it('the trace of a request is not exported because the client says so', () => {
  expect(unsampled).toEqual([]);
});
