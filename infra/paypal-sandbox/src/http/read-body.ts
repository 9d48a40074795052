import type { IncomingMessage } from 'node:http';
import { PaypalError } from './paypal-error.ts';

const MOST_BYTES = 100_000;

export async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MOST_BYTES) throw malformed('The body is too large.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The body as JSON; an empty one is an empty object. */
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
