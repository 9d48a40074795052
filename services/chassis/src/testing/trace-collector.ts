import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { TestEnv } from './test-env.js';

/** A span as it was exported. */
export interface ExportedSpan {
  readonly service: string;
  readonly name: string;
  /** The number of OpenTelemetry's span kind. */
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status?: { readonly code?: number };
}

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}

interface ExportRequest {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (ExportedSpan & { attributes: Attribute[] })[] }[];
  }[];
}

const toRecord = (attributes: Attribute[]): Record<string, unknown> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  );

/** A collector of a test: receives OTLP over HTTP with JSON. It is the collector of processes that start later. */
export class TraceCollector {
  readonly spans: ExportedSpan[] = [];

  private constructor(readonly origin: string) {}

  static async start(env: Pick<TestEnv, 'onEnd'>): Promise<TraceCollector> {
    const server = createServer((request, response) => {
      void json(request).then((body) => {
        if (request.url === '/v1/traces') collector.add(body as ExportRequest);
        response.setHeader('content-type', 'application/json').end('{}');
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const collector = new TraceCollector(`http://127.0.0.1:${port}`);
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.origin;
    env.onEnd(() => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    });
    return collector;
  }

  /** The only span of this name that a service has exported. */
  find(service: string, name: string): ExportedSpan {
    const own = this.spans.filter((span) => span.service === service);
    const [span, ...more] = own.filter((each) => each.name === name);
    if (!span || more.length > 0)
      throw new Error(`no single ${name} in ${own.map((each) => each.name).join(', ')}`);
    return span;
  }

  private add({ resourceSpans }: ExportRequest): void {
    for (const { resource, scopeSpans } of resourceSpans)
      for (const span of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({
          ...span,
          service: String(toRecord(resource.attributes)['service.name']),
          attributes: toRecord(span.attributes),
        });
  }
}
