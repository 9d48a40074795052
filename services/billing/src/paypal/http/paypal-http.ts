import type { z } from 'zod';
import { ProviderUnavailable } from '../../provider/payment-provider.js';
import type { PaypalConfig } from '../paypal.config.js';
import { AccessToken } from './access-token.js';
import { exchange } from './exchange.js';
import { refusalOf } from './refusals.js';

/** A call of PayPal's REST interface. */
export interface PaypalCall<T extends z.ZodType> {
  method: 'GET' | 'POST';
  /** Ids are encoded with `encodeURIComponent`. */
  path: string;
  body?: unknown;
  /** `PayPal-Request-Id`, makes the call idempotent. */
  requestId?: string;
  answer: T;
}

/** Statuses with an unknown outcome; 409: a call with the same request id is running. */
const UNCERTAIN_STATUSES = new Set([408, 409, 425, 429]);

/** Calls PayPal with a valid token; separates rejections from unknown outcomes. */
export class PaypalHttp {
  readonly #token: AccessToken;

  constructor(private readonly config: PaypalConfig) {
    this.#token = new AccessToken(config);
  }

  async call<T extends z.ZodType>(call: PaypalCall<T>): Promise<z.output<T>> {
    let answer = await this.#try(call);
    // The token may be revoked: one retry with a new token.
    if (answer.status === 401) answer = await this.#try(call);
    const { status, body } = answer;
    if (status >= 500 || status === 401 || UNCERTAIN_STATUSES.has(status)) {
      throw new ProviderUnavailable(`status ${status}`);
    }
    if (status >= 400) throw refusalOf(status, body);
    const { success, data, error } = call.answer.safeParse(body);
    if (success) return data;
    const paths = error.issues.map(({ path }) => path.join('.')).join(', ');
    throw new ProviderUnavailable(`the answer was not understood: ${paths}`);
  }

  async #try({ method, path, body, requestId }: PaypalCall<z.ZodType>) {
    const token = await this.#token.get();
    const { baseUrl, callMs } = this.config;
    const answer = await exchange(`${baseUrl}${path}`, callMs, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(method === 'POST'
          ? { 'content-type': 'application/json', prefer: 'return=representation' }
          : {}),
        ...(requestId === undefined ? {} : { 'paypal-request-id': requestId }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (answer.status === 401) this.#token.forget(token);
    return answer;
  }
}
