import { z } from 'zod';
import { ProviderUnavailableError } from '../payment-provider.js';
import { fetchJson, type JsonResponse } from '../fetch-json.js';
import type { PaypalConfig } from './paypal.config.js';

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number() });

/** A new token is fetched this long before the old one expires. */
const RENEW_BEFORE_MS = 60_000;
/** A faster failure is caused by the connection, not by the server. */
const FAST_FAILURE_MS = 1_000;

/** The access token of PayPal's API: one request for all callers, cached until it expires. */
export class AccessToken {
  #token: { value: string; until: number } | undefined;
  #fetching: Promise<string> | undefined;

  constructor(private readonly config: PaypalConfig) {}

  async get(): Promise<string> {
    if (this.#token && performance.now() < this.#token.until) return this.#token.value;
    this.#fetching ??= this.#fetch().finally(() => (this.#fetching = undefined));
    return this.#fetching;
  }

  /** Drops a rejected token, unless it was renewed already. */
  forget(value: string): void {
    if (this.#token?.value === value) this.#token = undefined;
  }

  /**
   * The server may close a kept-alive connection at the moment of the call. A second token request
   * does no harm, so such a call is repeated once, immediately.
   */
  async #request(): Promise<JsonResponse> {
    const { baseUrl, callTimeoutMs, clientId, clientSecret } = this.config;
    const url = `${baseUrl}/v1/oauth2/token`;
    const init = {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    };
    const startedAt = performance.now();
    try {
      return await fetchJson(url, callTimeoutMs, init);
    } catch (error) {
      if (performance.now() - startedAt > FAST_FAILURE_MS) throw error;
      return fetchJson(url, callTimeoutMs, init);
    }
  }

  async #fetch(): Promise<string> {
    const { status, body } = await this.#request();
    // Wrong credentials are a configuration error, not an answer to the call.
    if (status !== 200) throw new ProviderUnavailableError(`no access token: status ${status}`);
    const { success, data } = tokenAnswer.safeParse(body);
    if (!success) throw new ProviderUnavailableError('the access token was not understood');
    const until = performance.now() + Math.max(0, data.expires_in * 1_000 - RENEW_BEFORE_MS);
    this.#token = { value: data.access_token, until };
    return data.access_token;
  }
}
