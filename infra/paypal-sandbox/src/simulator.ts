import type { InitialAccount } from './config.ts';
import { Tokens } from './oauth.ts';
import type { Store } from './store/store.ts';
import { WebhookSender } from './webhooks/webhook-sender.ts';

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** What the routes share. */
export class Simulator {
  readonly store: Store;
  readonly tokens = new Tokens();
  readonly webhookSender: WebhookSender;
  /** For the merchant's server; known when the simulator listens. */
  origin = '';
  /** For the buyer's browser. */
  pageOrigin = '';

  constructor(store: Store) {
    this.store = store;
    this.webhookSender = new WebhookSender(store);
  }

  /** Pages of other sites reach this machine by names of their own (DNS rebinding). */
  isOwnName(name: string): boolean {
    const origins = [this.origin, this.pageOrigin];
    return [...LOOPBACK_NAMES, ...origins.map((url) => URL.parse(url)?.hostname)].includes(name);
  }

  openAccount({ clientId, clientSecret, webhook }: InitialAccount): void {
    const account = this.store.openAccount(clientId, clientSecret);
    const known = webhook && account.get('webhook', webhook.id);
    if (webhook && (known?.url !== webhook.url || known.secret !== webhook.secret)) {
      account.save('webhook', webhook);
    }
  }
}
