import { z } from 'zod';
import rejections from './rejections.json' with { type: 'json' };
import type { PaypalConfig } from '../../../payments.config.js';
import {
  ProviderRejectedError,
  ProviderUnavailableError,
  type RejectionCode,
} from '../payment-provider.js';
import {
  parseAnswer,
  type ProviderCall,
  sendCall,
  toBasicAuthorization,
} from '../provider-http.js';

const problem = z.object({
  name: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
});

/** PayPal's issues by rejection code. */
const codes = rejections as Partial<Record<string, RejectionCode>>;

/** Parses a 4xx response. Only names in capitals are accepted, because they are logged. */
export const toRejection = (status: number, body: unknown): ProviderRejectedError => {
  const { data } = problem.safeParse(body);
  const issue = [data?.details?.[0]?.issue, data?.name].find(
    (text) => text !== undefined && /^[A-Z0-9_]{1,60}$/.test(text),
  );
  const code = codes[issue ?? ''] ?? (status === 404 ? 'NOT_FOUND' : 'OTHER');
  return new ProviderRejectedError(code, issue ?? `HTTP_${status}`);
};

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number() });
const tokenCall = {
  path: '/v1/oauth2/token',
  answer: tokenAnswer,
  body: new URLSearchParams({ grant_type: 'client_credentials' }),
};
/** A new token is fetched this long before the old one expires. */
const RENEW_BEFORE_MS = 60_000;
/** A faster failure is caused by the connection, not by the server. */
const FAST_FAILURE_MS = 1_000;

/** Calls PayPal with a valid token; separates rejections from unknown outcomes. */
export class PaypalHttp {
  #token: { value: string; until: number } | undefined;
  #fetching: Promise<string> | undefined;

  constructor(private readonly config: PaypalConfig) {}

  async call<T extends z.ZodType>(call: ProviderCall<T>): Promise<z.output<T>> {
    let response = await this.#try(call);
    // The token may be revoked: one retry with a new token.
    if (response.status === 401) response = await this.#try(call);
    return parseAnswer(response, call.answer, toRejection);
  }

  async #try(call: ProviderCall<z.ZodType>) {
    const token = await this.#getToken();
    const response = await sendCall(this.config, call, `Bearer ${token}`);
    const isRejected = response.status === 401 && this.#token?.value === token;
    if (isRejected) this.#token = undefined;
    return response;
  }

  /** One request for all callers; kept until it expires. */
  async #getToken(): Promise<string> {
    if (this.#token && performance.now() < this.#token.until) return this.#token.value;
    this.#fetching ??= this.#fetchToken().finally(() => (this.#fetching = undefined));
    return this.#fetching;
  }

  async #fetchToken(): Promise<string> {
    // Wrong credentials are a configuration error, not an answer to the call.
    const toFailure = (status: number) =>
      new ProviderUnavailableError(`no access token: status ${status}`);
    const token = parseAnswer(await this.#requestToken(), tokenAnswer, toFailure);
    const lifetimeMs = Math.max(0, token.expires_in * 1_000 - RENEW_BEFORE_MS);
    this.#token = { value: token.access_token, until: performance.now() + lifetimeMs };
    return token.access_token;
  }

  /**
   * The server may close a kept-alive connection at the moment of the call. A second token request
   * does no harm, so such a call is repeated once, immediately.
   */
  async #requestToken() {
    const credentials = toBasicAuthorization(this.config.clientId, this.config.clientSecret);
    const startedAt = performance.now();
    try {
      return await sendCall(this.config, tokenCall, credentials);
    } catch (error) {
      if (performance.now() - startedAt > FAST_FAILURE_MS) throw error;
      return sendCall(this.config, tokenCall, credentials);
    }
  }
}
