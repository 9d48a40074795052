import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { z } from 'zod';
import type { Call } from '../control/faults.ts';
import type { Simulator } from '../start.ts';
import type { Account } from '../store/account.ts';
import { type HttpResponse, PaypalError } from './response.ts';

/** A parsed request with its account. */
export interface RequestContext {
  simulator: Simulator;
  account: Account;
  headers: IncomingHttpHeaders;
  /** The record id in the path. */
  id: string;
  query: URLSearchParams;
  /** Parsed JSON. */
  body: unknown;
}

/** Handlers are synchronous: nothing comes between their reads and writes. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  pattern: RegExp;
  /** Injected faults refer to it; routes without it never fail. */
  call?: Call;
  handle: (call: RequestContext) => HttpResponse;
}

/** Whether the request comes from this machine. */
export function isLoopback({ socket }: IncomingMessage): boolean {
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  return address === '::1' || address.startsWith('127.');
}

const MAX_BODY_BYTES = 100_000;

export async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BODY_BYTES) throw malformed('The body is too large.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Parses the body; an empty one is an empty object. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('The body is not JSON.');
  }
}

function malformed(description: string): PaypalError {
  return new PaypalError(400, [{ issue: 'MALFORMED_REQUEST_JSON', description }]);
}

/** Parses the input by the schema; throws INVALID_REQUEST with every error. */
export function validate<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const { success, data, error } = schema.safeParse(input);
  if (success) return data;
  throw new PaypalError(
    400,
    error.issues.map(({ path, message }) => ({
      issue: 'INVALID_PARAMETER_VALUE',
      description: message,
      field: `/${path.join('/')}`,
    })),
  );
}
