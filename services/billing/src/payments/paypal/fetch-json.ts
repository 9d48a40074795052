import { ProviderUnavailableError } from '../payment-provider.js';

/** Reads the body of a response; throws if it is larger than `most` bytes. */
export const readLimited = async (response: Response, most: number): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  // A break or an error ends the transfer.
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > most) throw new Error(`the answer has more than ${most} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
};

const MAX_BYTES = 1_000_000;

/** An HTTP response. */
export interface JsonResponse {
  status: number;
  /** Parsed JSON; undefined if the body is no JSON. */
  body: unknown;
}

/** One call over HTTP. Throws {@link ProviderUnavailableError} without a complete response in time. */
export const fetchJson = async (
  url: string,
  withinMs: number,
  init: RequestInit,
): Promise<JsonResponse> => {
  let status: number;
  let text: string;
  try {
    const signal = AbortSignal.timeout(withinMs);
    const response = await fetch(url, { ...init, signal, redirect: 'error' });
    status = response.status;
    text = (await readLimited(response, MAX_BYTES)).toString('utf8');
  } catch (cause) {
    throw new ProviderUnavailableError(`no answer: ${reasonOf(cause)}`, { cause });
  }
  return { status, body: parse(text) };
};

/** A short name without addresses or contents. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
