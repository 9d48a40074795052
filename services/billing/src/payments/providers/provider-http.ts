import type { z } from 'zod';
import { type ProviderRejectedError, ProviderUnavailableError } from './payment-provider.js';
import type { ProviderConfig } from '../../payments.config.js';

const MAX_BYTES = 1_000_000;
/** Statuses with an unknown outcome; 409: a call with the same request id is running. */
const UNCERTAIN_STATUSES = new Set([401, 408, 409, 425, 429]);

/** A call of a provider's REST interface; with a body it is a POST. */
export interface ProviderCall<T extends z.ZodType> {
  /** Ids are encoded with `encodeURIComponent`. */
  path: string;
  answer: T;
  /** Sent as JSON, parameters as a form. */
  body?: object | undefined;
  headers?: Record<string, string>;
}

/** An HTTP response. */
interface JsonResponse {
  status: number;
  /** Parsed JSON; undefined if the body is no JSON. */
  body: unknown;
}

/** The header of credentials. */
export const toBasicAuthorization = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** Sends a call. Throws {@link ProviderUnavailableError} without a complete response in time. */
export const sendCall = async (
  { baseUrl, callTimeoutMs }: ProviderConfig,
  { path, body, headers }: ProviderCall<z.ZodType>,
  authorization: string,
): Promise<JsonResponse> => {
  const isForm = body instanceof URLSearchParams;
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization,
        accept: 'application/json',
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(callTimeoutMs),
      redirect: 'error',
    });
    return { status: response.status, body: parseJson(await readLimited(response)) };
  } catch (cause) {
    throw new ProviderUnavailableError(`no answer: ${describeError(cause)}`, { cause });
  }
};

const readLimited = async (response: Response): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  // An error ends the transfer.
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > MAX_BYTES) throw new Error(`the answer has more than ${MAX_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
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

/** A part of a webhook that may be missing, or of another form: anyone can send one. */
export const orUndefined = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/**
 * The parsed answer of a provider. Throws the rejection of a 4xx response, and
 * {@link ProviderUnavailableError} where the outcome is unknown.
 */
export const parseAnswer = <T extends z.ZodType>(
  { status, body }: JsonResponse,
  answer: T,
  toRejection: (status: number, body: unknown) => ProviderRejectedError | ProviderUnavailableError,
): z.output<T> => {
  if (status >= 500 || UNCERTAIN_STATUSES.has(status))
    throw new ProviderUnavailableError(`status ${status}`);
  if (status >= 400) throw toRejection(status, body);
  const { success, data, error } = answer.safeParse(body);
  if (success) return data;
  const paths = error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new ProviderUnavailableError(`the answer was not understood: ${paths}`);
};
