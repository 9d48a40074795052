import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { currentContext } from '../context/message-context.js';
import type { Span, Tracing } from './tracing.js';

const FIRST_FAILURE = 500;

/** A request of `fetch`, as undici shows it. */
interface FetchRequest {
  readonly method: string;
  readonly origin: string;
}

/**
 * A span for each HTTP request that a request or an event sends: to object storage, payment providers, translators.
 * It has the method and the host, and never the path. `collector` is left out.
 * @returns the function that ends it
 */
export const traceHttpCalls = (tracing: Tracing, collector: string): (() => void) => {
  const spans = new WeakMap<object, Span>();
  const begin = (request: object, method: string, host: string): void => {
    const context = currentContext();
    if (!context || host === collector) return;
    const attributes = { 'http.request.method': method, 'server.address': host };
    const name = `${method} ${host}`;
    const span = tracing.startSpan({ name, kind: 'client', attributes }, context.traceparent);
    if (span) spans.set(request, span);
  };
  const answered = (request: object, status = 0): void =>
    spans.get(request)?.end({
      attributes: { 'http.response.status_code': status },
      failure: status >= FIRST_FAILURE ? String(status) : undefined,
    });
  const failed = (request: object, { name }: Error): void =>
    spans.get(request)?.end({ failure: name });

  const listeners: Record<string, (message: never) => void> = {
    'http.client.request.created': ({ request }: { request: ClientRequest }) =>
      begin(request, request.method, String(request.getHeader('host') ?? request.host)),
    'http.client.response.finish': (message: {
      request: ClientRequest;
      response: IncomingMessage;
    }) => answered(message.request, message.response.statusCode),
    'http.client.request.error': (message: { request: ClientRequest; error: Error }) =>
      failed(message.request, message.error),
    'undici:request:create': ({ request }: { request: FetchRequest }) =>
      begin(request, request.method, new URL(request.origin).host),
    'undici:request:headers': (message: {
      request: FetchRequest;
      response: { statusCode: number };
    }) => answered(message.request, message.response.statusCode),
    'undici:request:error': (message: { request: FetchRequest; error: Error }) =>
      failed(message.request, message.error),
  };
  const entries = Object.entries(listeners) as [string, (message: unknown) => void][];
  for (const [name, listener] of entries) subscribe(name, listener);
  return () => entries.forEach(([name, listener]) => unsubscribe(name, listener));
};
