import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { currentContext } from '../context/message-context.js';
import type { Span, Tracing } from './tracing.js';

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
