import { ProviderUnavailable } from '../../provider/payment-provider.js';
import { readLimited } from './read-limited.js';

const MAX_BYTES = 1_000_000;

/** An HTTP response. */
export interface Exchange {
  status: number;
  /** Parsed JSON; undefined if the body is no JSON. */
  body: unknown;
}

/** One call over HTTP. Throws {@link ProviderUnavailable} without a complete response in time. */
export const exchange = async (
  url: string,
  withinMs: number,
  init: RequestInit,
): Promise<Exchange> => {
  let status: number;
  let text: string;
  try {
    const signal = AbortSignal.timeout(withinMs);
    const response = await fetch(url, { ...init, signal, redirect: 'error' });
    status = response.status;
    text = (await readLimited(response, MAX_BYTES)).toString('utf8');
  } catch (cause) {
    throw new ProviderUnavailable(`no answer: ${reasonOf(cause)}`, { cause });
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
