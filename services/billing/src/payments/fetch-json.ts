import { ProviderUnavailableError } from './payment-provider.js';

/** Reads the body of a response; throws if it is larger than `maxBytes`. */
export const readLimited = async (response: Response, maxBytes: number): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  // A break or an error ends the transfer.
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > maxBytes) throw new Error(`the answer has more than ${maxBytes} bytes`);
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
  timeoutMs: number,
  init: RequestInit,
): Promise<JsonResponse> => {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { ...init, signal, redirect: 'error' });
    return { status: response.status, body: parseJson(await readLimited(response, MAX_BYTES)) };
  } catch (cause) {
    throw new ProviderUnavailableError(`no answer: ${describeError(cause)}`, { cause });
  }
};

/** A short name without addresses or contents. */
const describeError = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
};

/** The value of a JSON text; undefined for any other text. */
export const parseJson = (text: Buffer): unknown => {
  try {
    return JSON.parse(text.toString('utf8'));
  } catch {
    return undefined;
  }
};
