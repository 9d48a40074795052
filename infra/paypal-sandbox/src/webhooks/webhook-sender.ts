import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../store/account.ts';
import type { WebhookEvent } from '../store/model.ts';
import type { Store } from '../store/store.ts';
import { signWebhook } from './sign.ts';

const MAX_ATTEMPTS = 25;
const INITIAL_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 30_000;
const RESPONSE_TIMEOUT_MS = 15_000;
const MAX_SHUFFLE_DELAY_MS = 400;

/** Sends events to the merchants' webhooks until they respond with 2xx. */
export class WebhookSender {
  readonly #store: Store;
  readonly #closing = new AbortController();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Sends pending events: after a start, and when a pause ends. */
  resume(account: Account): void {
    for (const event of account.all('event')) this.send(account, event);
  }

  /** Saves an event, which is pending for every webhook of the account and the provider, and sends it. */
  sendNew(
    account: Account,
    event: Pick<WebhookEvent, 'id' | 'type' | 'body'>,
    isRazorpay: boolean,
  ): void {
    const open = account
      .all('webhook')
      .filter(({ secret }) => (secret !== undefined) === isRazorpay)
      .map(({ id }) => id);
    this.send(account, account.save('event', { ...event, createdAt: account.now, open }));
  }

  send(account: Account, event: WebhookEvent): void {
    const { paused, copies, shuffle } = account.delivery;
    if (paused) return;
    for (const webhookId of event.open) {
      for (let copy = 0; copy < copies; copy += 1) {
        const delay = shuffle ? randomInt(MAX_SHUFFLE_DELAY_MS) : copy;
        this.#deliver(account, event, webhookId, delay).catch((error: unknown) => {
          // When the simulator closes, the webhook stays pending.
          if (!this.#closing.signal.aborted) console.error(error);
        });
      }
    }
  }

  close(): void {
    this.#closing.abort();
  }

  async #deliver(account: Account, event: WebhookEvent, webhookId: string, delayMs: number) {
    const { signal } = this.#closing;
    let waitMs = delayMs;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      await sleep(waitMs, undefined, { signal });
      const webhook = account.get('webhook', webhookId);
      if (webhook === undefined || account.get('event', event.id) === undefined) return;
      await this.#store.flush();
      const { headers, body } = signWebhook(event, webhook);
      if (await postWebhook(webhook.url, headers, body)) {
        const now = account.get('event', event.id);
        if (!now?.open.includes(webhookId)) return;
        account.save('event', { ...now, open: now.open.filter((id) => id !== webhookId) });
        return;
      }
      waitMs = Math.min(INITIAL_BACKOFF_MS * 2 ** attempt, MAX_BACKOFF_MS);
    }
  }
}

async function postWebhook(
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
