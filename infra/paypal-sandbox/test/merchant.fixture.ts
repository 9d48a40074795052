import { randomBytes } from 'node:crypto';
import type { HttpReply, Process } from './process.fixture.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

interface Ledger {
  captures: Record<string, string>[];
  refunds: Record<string, string>[];
}

/** An order for 9.99 dollars, as the product sends it. */
export const createOrder = (changes: Record<string, unknown> = {}) => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      custom_id: 'ours',
      invoice_id: randomBytes(8).toString('hex'),
      description: 'Color Therapy: one-hour pass',
      amount: { currency_code: 'USD', value: '9.99' },
      ...changes,
    },
  ],
  payment_source: {
    paypal: {
      experience_context: {
        locale: 'en-US',
        return_url: 'http://shop.example/paid?x=1',
        cancel_url: 'http://shop.example/cancelled',
      },
    },
  },
});

/** A client of the simulator, with an account of its own. */
export class Merchant {
  readonly basic: string;
  readonly #process: Process;
  #token = '';

  constructor(process: Process, credentials = `${randomBytes(8).toString('hex')}:secret`) {
    this.#process = process;
    this.basic = `Basic ${Buffer.from(credentials).toString('base64')}`;
  }

  async token(): Promise<string> {
    const reply = await this.#process.call('POST', '/v1/oauth2/token', {
      headers: { authorization: this.basic, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    });
    return String(reply.body['access_token']);
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<HttpReply> {
    this.#token ||= await this.token();
    return this.#process.call(method, path, {
      headers: { authorization: `Bearer ${this.#token}`, ...JSON_TYPE, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  control(method: string, path: string, body?: unknown): Promise<HttpReply> {
    return this.#process.call(method, `/_control/${path}`, {
      headers: { authorization: this.basic, ...JSON_TYPE },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** An order that its buyer has agreed to; returns its id. */
  async approved(choice = 'pay', order: unknown = createOrder()): Promise<string> {
    const { body } = await this.call('POST', '/v2/checkout/orders', order);
    await this.control('POST', `orders/${String(body['id'])}/approve`, { choice });
    return String(body['id']);
  }

  capture(id: string): Promise<HttpReply> {
    const headers = { prefer: 'return=representation' };
    return this.call('POST', `/v2/checkout/orders/${id}/capture`, {}, headers);
  }

  async ledger(): Promise<Ledger> {
    return (await this.control('GET', 'ledger')).body as unknown as Ledger;
  }
}

/** The issue that a refusal names. */
export const getIssue = ({ body }: HttpReply): unknown =>
  (body['details'] as { issue: string }[] | undefined)?.[0]?.issue;
