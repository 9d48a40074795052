import { z } from 'zod';
import { fetchJson } from '../fetch-json.js';
import { ProviderRejectedError, type RejectionCode } from '../payment-provider.js';
import { parseAnswer } from '../provider-http.js';
import { AccessToken } from './access-token.js';
import type { PaypalConfig } from './paypal.config.js';

const problem = z.object({
  name: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
});

/** PayPal's issues by rejection code; the buyer can fix the second and third group. */
const codes: Partial<Record<string, RejectionCode>> = {
  ORDER_ALREADY_CAPTURED: 'ORDER_ALREADY_CAPTURED',
  ORDER_NOT_APPROVED: 'ORDER_NOT_APPROVED',
  PAYER_ACTION_REQUIRED: 'ORDER_NOT_APPROVED',
  INSTRUMENT_DECLINED: 'INSTRUMENT_DECLINED',
  TRANSACTION_REFUSED: 'INSTRUMENT_DECLINED',
  PAYER_CANNOT_PAY: 'INSTRUMENT_DECLINED',
  CARD_EXPIRED: 'INSTRUMENT_DECLINED',
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: 'INSTRUMENT_DECLINED',
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: 'INSTRUMENT_DECLINED',
  PAYER_ACCOUNT_RESTRICTED: 'INSTRUMENT_DECLINED',
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: 'INSTRUMENT_DECLINED',
  TRANSACTION_BLOCKED_BY_PAYEE: 'INSTRUMENT_DECLINED',
  CURRENCY_NOT_SUPPORTED: 'CURRENCY_NOT_SUPPORTED',
  CAPTURE_FULLY_REFUNDED: 'CAPTURE_FULLY_REFUNDED',
  INVALID_RESOURCE_ID: 'NOT_FOUND',
};

/** Parses a 4xx response. Only names in capitals are accepted, because they are logged. */
export const toRejection = (status: number, body: unknown): ProviderRejectedError => {
  const { data } = problem.safeParse(body);
  const issue = [data?.details?.[0]?.issue, data?.name].find(
    (text) => text !== undefined && /^[A-Z0-9_]{1,60}$/.test(text),
  );
  const code = codes[issue ?? ''] ?? (status === 404 ? 'NOT_FOUND' : 'OTHER');
  return new ProviderRejectedError(code, issue ?? `HTTP_${status}`);
};

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
    return parseAnswer(answer, call.answer, toRejection);
  }

  async #try({ method, path, body, requestId }: PaypalCall<z.ZodType>) {
    const token = await this.#token.get();
    const { baseUrl, callTimeoutMs } = this.config;
    const answer = await fetchJson(`${baseUrl}${path}`, callTimeoutMs, {
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
