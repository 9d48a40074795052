import { z } from 'zod';
import { fetchJson } from '../fetch-json.js';
import { ProviderRejectedError, type RejectionCode } from '../payment-provider.js';
import { parseAnswer } from '../provider-http.js';
import type { RazorpayConfig } from './razorpay.config.js';

const problem = z.object({
  error: z.object({ code: z.string().optional(), description: z.string().optional() }),
});

/** Nearly all errors have the same code; the text says what is wrong. */
const codes: readonly (readonly [RegExp, RejectionCode])[] = [
  [/does not exist|not a valid id/i, 'NOT_FOUND'],
  [/fully refunded/i, 'CAPTURE_FULLY_REFUNDED'],
  [/reference[ _]id.*already|already.*reference[ _]id/i, 'ORDER_EXISTS'],
  [/currency/i, 'CURRENCY_NOT_SUPPORTED'],
];

/** Parses a 4xx response. Texts are not kept, because rejections are logged. */
export const toRejection = (status: number, body: unknown): ProviderRejectedError => {
  const { code: name = '', description = '' } = problem.safeParse(body).data?.error ?? {};
  const known = codes.find(([pattern]) => pattern.test(description))?.[1];
  const code = known ?? (status === 404 ? 'NOT_FOUND' : 'OTHER');
  const issue = /^[A-Z0-9_]{1,60}$/.test(name) ? name : `HTTP_${status}`;
  return new ProviderRejectedError(code, issue);
};

/** A call of Razorpay's REST interface. */
export interface RazorpayCall<T extends z.ZodType> {
  /** Ids are encoded with `encodeURIComponent`. */
  path: string;
  answer: T;
  /** With a body it is a POST. */
  body?: object;
  headers?: Record<string, string>;
}

/** Calls Razorpay; separates rejections from unknown outcomes. */
export class RazorpayHttp {
  constructor(private readonly config: RazorpayConfig) {}

  async call<T extends z.ZodType>({ path, answer, body, headers }: RazorpayCall<T>) {
    const { baseUrl, keyId, keySecret, callTimeoutMs } = this.config;
    const response = await fetchJson(`${baseUrl}/v1${path}`, callTimeoutMs, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return parseAnswer(response, answer, toRejection);
  }
}
