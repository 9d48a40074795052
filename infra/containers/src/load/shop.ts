import { randomUUID } from 'node:crypto';
import { assert, waitUntil } from '../report.ts';
import { everyPage } from './acknowledged.ts';
import { Client, type HttpResponse } from './client.ts';
import { hourlyOrder, parse } from './load-mix.ts';

const COMPLETE_TIMEOUT_MS = 60_000;

/** The simulator's client of each provider, which has an account of its own there. */
export const providers = { paypal: 'test-payments', razorpay: 'rzp_test_payments' };
export type Provider = keyof typeof providers;

/** Calls the simulator as the operator of its machine does, in the account of a provider. */
export type Control = (provider: Provider, method: string, path: string) => Promise<unknown>;

/** Sends a request until it is acknowledged. */
type Repeat = (send: () => Promise<HttpResponse>) => Promise<HttpResponse>;

const sendOnce: Repeat = async (send) => {
  const response = await send();
  assert(response.status < 300, `a payment: status ${response.status}`);
  return response;
};

interface Ledger {
  captures: { id: string; orderId: string }[];
}

/** Buyers, each in a browser of its own, and what they have paid. */
export class Shop {
  readonly #buyer: Client;
  readonly #headers: { origin: string };
  readonly #control: Control;
  /** The provider's ids of the orders that were paid, as the product says. */
  readonly #paid: string[] = [];
  readonly #orders = new Map<Provider, object>();

  constructor(origin: string, control: Control) {
    this.#buyer = new Client(origin);
    this.#headers = { origin };
    this.#control = control;
  }

  get paid(): number {
    return this.#paid.length;
  }

  /** Orders, approves and pays an hour, as the page of the product does. */
  async buy(provider: Provider, repeat = sendOnce): Promise<void> {
    const body = this.#orders.get(provider) ?? (await hourlyOrder(this.#buyer, provider));
    this.#orders.set(provider, body);
    const order = { path: `/${provider}/order`, body, key: randomUUID(), headers: this.#headers };
    const opened = await repeat(() => this.#buyer.send({ ...order, method: 'POST' }));
    const { id } = parse(opened);
    await this.#control(provider, 'POST', `/_control/orders/${id}/approve`);
    const cookie = opened.headers.getSetCookie().map((line) => line.split(';')[0]);
    const headers = { ...this.#headers, cookie: cookie.join('; ') };
    const path = `/paypal/order/${id}/capture`;
    await repeat(() => this.#buyer.send({ method: 'POST', path, headers }));
    this.#paid.push(id);
  }

  /** A line for each payment that is lost, doubled or invented, at the providers or here. */
  async verify(client: Client): Promise<string[]> {
    const captures: Ledger['captures'] = [];
    for (const provider of this.#orders.keys())
      captures.push(
        ...((await this.#control(provider, 'GET', '/_control/ledger')) as Ledger).captures,
      );
    let errors: string[] = [];
    const verified = waitUntil('payments are complete', COMPLETE_TIMEOUT_MS, async () => {
      const orders = await everyPage<{ state: string; reference?: string }>(client, '/api/orders');
      const paid = orders.filter(({ state }) => state === 'paid');
      errors = this.#paid.flatMap((id) => {
        const own = captures.filter(({ orderId }) => orderId === id);
        if (own.length !== 1) return [`order ${id} was charged ${own.length} times`];
        const { length } = paid.filter(({ reference }) => reference === own[0]?.id);
        return length === 1 ? [] : [`payment of ${id} is stored ${length} times`];
      });
      if (paid.length !== this.paid) errors.push(`${paid.length} purchases, not ${this.paid}`);
      return errors.length === 0 ? true : undefined;
    });
    await verified.catch(() => undefined);
    return errors;
  }
}
