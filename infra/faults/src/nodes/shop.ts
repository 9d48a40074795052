import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Product } from '@ctdb/bench/product';
import { waitUntil } from '@ctdb/containers/report';
import { everyPage } from '@ctdb/containers/load/acknowledged';
import type { Client } from '@ctdb/containers/load/client';
import { hourlyOrder } from '@ctdb/containers/load/load-mix';

const REQUEST_TIMEOUT_MS = 25_000;
const COMPLETE_TIMEOUT_MS = 60_000;

interface Answer {
  status: number;
  cookie: string;
  body: Record<string, unknown>;
}
/** Sends a request until it is acknowledged. */
type Repeat = (send: () => Promise<Answer>) => Promise<Answer>;

/** Buyers, each in a browser of its own, and what they have paid. */
export class Shop {
  readonly #base: string;
  readonly #authorization: string;
  /** The provider's ids of the orders that were paid, as the product says. */
  readonly #paid: string[] = [];
  readonly #order: object;
  #provider = '';

  private constructor({ origin, folder }: Product, order: object) {
    this.#base = origin;
    this.#order = order;
    const secrets = readFileSync(join(folder, 'secrets.json'), 'utf8');
    const { testPayments } = JSON.parse(secrets) as { testPayments: string };
    const credentials = Buffer.from(`test-payments:${testPayments}`).toString('base64');
    this.#authorization = `Basic ${credentials}`;
  }

  static async open(product: Product, client: Client): Promise<Shop> {
    return new Shop(product, await hourlyOrder(client, 'paypal'));
  }

  get paid(): number {
    return this.#paid.length;
  }

  /** Orders, approves and pays. */
  async buy(repeat: Repeat): Promise<void> {
    const key = randomUUID();
    const { body, cookie } = await repeat(() => this.#post('/paypal/order', '', key, this.#order));
    const id = String(body['id']);
    this.#provider = new URL(String(body['approveUrl'])).origin;
    await this.#control(`/_control/orders/${id}/approve`, 'POST');
    await repeat(() => this.#post(`/paypal/order/${id}/capture`, cookie));
    this.#paid.push(id);
  }

  /** A line for each payment that is lost or doubled, at the provider or here. */
  async verify(client: Client): Promise<string[]> {
    const ledger = await this.#control<{ captures: { id: string; orderId: string }[] }>(
      '/_control/ledger',
    );
    let errors: string[] = [];
    const verified = waitUntil('payments are complete', COMPLETE_TIMEOUT_MS, async () => {
      const orders = await everyPage<{ state: string; reference?: string }>(client, '/api/orders');
      const references = orders.map(({ state, reference }) => state === 'paid' && reference);
      errors = this.#paid.flatMap((id) => {
        const captures = ledger.captures.filter(({ orderId }) => orderId === id);
        if (captures.length !== 1) return [`order ${id} was charged ${captures.length} times`];
        const count = references.filter((reference) => reference === captures[0]?.id).length;
        return count === 1 ? [] : [`payment of ${id} is stored ${count} times`];
      });
      return errors.length === 0 ? true : undefined;
    });
    await verified.catch(() => undefined);
    return errors;
  }

  /** As the page of the product does. */
  async #post(path: string, cookie: string, key?: string, body?: object): Promise<Answer> {
    const response = await fetch(this.#base + path, {
      method: 'POST',
      headers: {
        origin: this.#base,
        ...(cookie === '' ? {} : { cookie }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const [set = ''] = response.headers.getSetCookie();
    const text = await response.text();
    const isJson = response.ok && text !== '';
    return {
      status: response.status,
      cookie: set.split(';')[0] ?? '',
      body: (isJson ? JSON.parse(text) : {}) as Record<string, unknown>,
    };
  }

  async #control<T>(path: string, method = 'GET'): Promise<T> {
    const response = await fetch(this.#provider + path, {
      method,
      headers: { authorization: this.#authorization, 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: '{}' } : {}),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return (await response.json()) as T;
  }
}
