import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import type { ErrorCode } from '@ctdb/contracts';
import { currentContext } from '../context/message-context.js';
import { isSampled } from '../context/trace-context.js';

/** Facts of a span; never values of requests, and no ids of persons. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** Describes what a span tells of. */
export interface SpanStart {
  /** The pattern of a route, or the name of a message or command. */
  readonly name: string;
  readonly kind: 'server' | 'client' | 'consumer';
  readonly attributes?: SpanAttributes;
}

/** How the work of a span has ended; `failure` is an error code. */
export interface SpanEnd {
  readonly failure?: string | undefined;
  readonly attributes?: SpanAttributes;
}

/** A piece of work that is exported as part of a trace. */
export interface Span {
  /** For all that this work calls. */
  readonly traceparent: string;
  end(result?: SpanEnd): void;
}

/** Where spans go to. */
export interface SpanExporter {
  /** Begins a span below that of `traceparent`, or the first one of its trace. */
  start(start: SpanStart, traceparent: string, isFirst: boolean): Span;
  /** Sends what it has. Never rejects. */
  close(): Promise<void>;
}

/**
 * The traces of a process. Each method returns `undefined` for work that is not exported: all work without an
 * exporter, else what the gateway has not chosen.
 */
export class Tracing {
  constructor(
    private readonly exporter?: SpanExporter,
    /** Share of the traces that are exported, 0 to 1. */
    private readonly ratio = 0,
  ) {}

  get isEnabled(): boolean {
    return this.exporter !== undefined;
  }

  /** Begins the trace that `traceparent` names, if it is one of those that are exported. */
  startTrace(start: SpanStart, traceparent: string): Span | undefined {
    // Not by the trace id, which clients choose.
    return Math.random() < this.ratio ? this.exporter?.start(start, traceparent, true) : undefined;
  }

  /** Begins a span below that of `traceparent`. */
  startSpan(start: SpanStart, traceparent: string): Span | undefined {
    return isSampled(traceparent) ? this.exporter?.start(start, traceparent, false) : undefined;
  }

  /** Sends what is not sent yet. */
  async close(): Promise<void> {
    await this.exporter?.close();
  }
}

const failures: readonly string[] = ['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'] satisfies ErrorCode[];

/** The failure of a call that ended so; a refused request is none. */
export const toFailure = (outcome: string): string | undefined =>
  failures.includes(outcome) ? outcome : undefined;

const FIRST_FAILURE = 500;

/** Messages of Node's HTTP client, whose requests have a host, and of undici's `fetch`, whose have an origin. */
interface HttpMessage {
  readonly request: ClientRequest & { readonly origin: string };
  readonly response: { readonly statusCode?: number };
  readonly error: Error;
}

/**
 * A span for each HTTP request that a request or an event sends: to object storage, payment providers, translators.
 * It has the method and the host, and never the path. `collector` is left out.
 */
export const traceHttpCalls = (tracing: Tracing, collector: string): void => {
  const spans = new WeakMap<object, Span>();
  const begin = (request: object, method: string, host: string): void => {
    const context = currentContext();
    if (!context || host === collector) return;
    const attributes = { 'http.request.method': method, 'server.address': host };
    const name = `${method} ${host}`;
    const span = tracing.startSpan({ name, kind: 'client', attributes }, context.traceparent);
    if (span) spans.set(request, span);
  };
  const onAnswer = ({ request, response: { statusCode = 0 } }: HttpMessage) =>
    spans.get(request)?.end({
      attributes: { 'http.response.status_code': statusCode },
      failure: statusCode >= FIRST_FAILURE ? String(statusCode) : undefined,
    });
  const onError = ({ request, error }: HttpMessage) =>
    spans.get(request)?.end({ failure: error.name });
  const listeners = {
    'http.client.request.created': ({ request }: HttpMessage) =>
      begin(request, request.method, String(request.getHeader('host') ?? request.host)),
    'http.client.response.finish': onAnswer,
    'http.client.request.error': onError,
    'undici:request:create': ({ request }: HttpMessage) =>
      begin(request, request.method, new URL(request.origin).host),
    'undici:request:headers': onAnswer,
    'undici:request:error': onError,
  };
  for (const [name, listener] of Object.entries(listeners))
    subscribe(name, listener as (message: unknown) => void);
};
