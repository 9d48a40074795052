import { Payments } from '../payments/payments.ts';
import type { Account, Store } from '../records/store.ts';

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** What the routes share. */
export class Simulator {
  readonly store: Store;
  readonly payments = new Payments();
  /** For the merchant's server; known when the simulator listens. */
  origin = '';
  /** For the buyer's browser. */
  pageOrigin = '';

  constructor(store: Store) {
    this.store = store;
  }

  /** Pages of other sites reach this machine by names of their own (DNS rebinding). */
  isOwnName(name: string): boolean {
    const origins = [this.origin, this.pageOrigin];
    return [...LOOPBACK_NAMES, ...origins.map((url) => URL.parse(url)?.hostname)].includes(name);
  }

  /** The account of an Authorization header with client id and secret, or with PayPal's access token. */
  authenticate(header = ''): Account | undefined {
    const [, encoded = ''] = /^(?:Basic|Bearer) (\S+)$/.exec(header) ?? [];
    const text = Buffer.from(encoded, 'base64').toString('utf8');
    const [, clientId, secret] = /^([^:]{1,200}):(.{1,500})$/s.exec(text) ?? [];
    return clientId && secret ? this.store.account(clientId, secret) : undefined;
  }
}
