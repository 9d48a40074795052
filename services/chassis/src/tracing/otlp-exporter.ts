import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { newSpanId, parseTraceparent } from '../context/trace-context.js';
import type { AppLogger } from '../logging/app-logger.js';
import type { SpanExporter } from './tracing.js';

const EXPORT_TIMEOUT_MS = 3_000;

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const;

/** Sends spans to an OpenTelemetry collector, by OTLP over HTTP with JSON, in the background. */
export const createOtlpExporter = (
  endpoint: string,
  { service, version }: { service: string; version: string },
  logger: AppLogger,
): SpanExporter => {
  // The SDK makes up the id of a trace where a span has no parent; ours has one already.
  let traceId = '';
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.namespace': 'colour-therapy-database',
      'service.version': version,
    }),
    sampler: new AlwaysOnSampler(),
    idGenerator: { generateTraceId: () => traceId, generateSpanId: newSpanId },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
          timeoutMillis: EXPORT_TIMEOUT_MS,
        }),
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const warn = (message: string): void => logger.warn('traces are not exported', { message });
  const ignore = (): void => undefined;
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const tracer = provider.getTracer('ctdb');
  return {
    start: ({ name, kind, attributes = {} }, traceparent, isFirst) => {
      const parent = parseTraceparent(traceparent);
      traceId = parent?.traceId ?? '';
      const context =
        parent && !isFirst
          ? trace.setSpanContext(ROOT_CONTEXT, {
              ...parent,
              traceFlags: TraceFlags.SAMPLED,
              isRemote: true,
            })
          : ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, context);
      const { spanId } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-01`,
        end: ({ failure, attributes: results } = {}) => {
          if (results) span.setAttributes(results);
          if (failure !== undefined) {
            span.setAttribute('error.type', failure);
            span.setStatus({ code: SpanStatusCode.ERROR });
          }
          span.end();
        },
      };
    },
    close: () => provider.shutdown().catch(() => undefined),
  };
};
