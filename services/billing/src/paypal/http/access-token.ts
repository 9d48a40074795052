import { z } from 'zod';
import { ProviderUnavailable } from '../../provider/payment-provider.js';
import type { PaypalConfig } from '../paypal.config.js';
import { exchange, type Exchange } from './exchange.js';

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number() });

/** A new token is fetched this long before the old one ends, in milliseconds. */
const RENEW_BEFORE_MS = 60_000;
/** What fails sooner has failed for its connection, not for the server's work; in milliseconds. */
const AT_ONCE_MS = 1_000;

/** The token that calls are made with: fetched once for all that need it, and kept until it ends. */
export class AccessToken {
  #token: { value: string; until: number } | undefined;
  #fetching: Promise<string> | undefined;

  constructor(private readonly config: PaypalConfig) {}

  async get(): Promise<string> {
    if (this.#token && performance.now() < this.#token.until) return this.#token.value;
    this.#fetching ??= this.#fetch().finally(() => (this.#fetching = undefined));
    return this.#fetching;
  }

  /** PayPal does not take it any more. One that has been renewed meanwhile stays. */
  forget(value: string): void {
    if (this.#token?.value === value) this.#token = undefined;
  }

  /**
   * A kept connection that the other side is just closing answers nothing. To ask for a token twice
   * does no harm, so such a call is made again, at once and once.
   */
  async #ask(): Promise<Exchange> {
    const { baseUrl, callMs, clientId, clientSecret } = this.config;
    const url = `${baseUrl}/v1/oauth2/token`;
    const init = {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    };
    const began = performance.now();
    try {
      return await exchange(url, callMs, init);
    } catch (error) {
      if (performance.now() - began > AT_ONCE_MS) throw error;
      return exchange(url, callMs, init);
    }
  }

  async #fetch(): Promise<string> {
    const { status, body } = await this.#ask();
    // Wrong credentials are the operator's fault, not an answer to what was asked.
    if (status !== 200) throw new ProviderUnavailable(`no access token: status ${status}`);
    const { success, data } = tokenAnswer.safeParse(body);
    if (!success) throw new ProviderUnavailable('the access token was not understood');
    const until = performance.now() + Math.max(0, data.expires_in * 1_000 - RENEW_BEFORE_MS);
    this.#token = { value: data.access_token, until };
    return data.access_token;
  }
}
