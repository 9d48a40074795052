import type { z } from 'zod';
import { ProviderUnavailable } from '../../provider/payment-provider.js';
import type { PaypalConfig } from '../paypal.config.js';
import { AccessToken } from './access-token.js';
import { exchange } from './exchange.js';
import { refusalOf } from './refusals.js';

/** A call of PayPal's REST interface. */
export interface PaypalCall<T extends z.ZodType> {
  method: 'GET' | 'POST';
  /** With ids put in by `encodeURIComponent`. */
  path: string;
  body?: unknown;
  /** Makes repetitions harmless: PayPal-Request-Id. */
  requestId?: string;
  answer: T;
}

/** Statuses that say nothing of whether it was done; 409: a call of the same request id is under way. */
const UNDECIDED = new Set([408, 409, 425, 429]);

/** Makes calls with a valid token, and tells no from don't know. */
export class PaypalHttp {
  readonly #token: AccessToken;

  constructor(private readonly config: PaypalConfig) {
    this.#token = new AccessToken(config);
  }

  async call<T extends z.ZodType>(call: PaypalCall<T>): Promise<z.output<T>> {
    let answer = await this.#try(call);
    // The token may have been withdrawn: once more, with a new one.
    if (answer.status === 401) answer = await this.#try(call);
    const { status, body } = answer;
    if (status >= 500 || status === 401 || UNDECIDED.has(status)) {
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
