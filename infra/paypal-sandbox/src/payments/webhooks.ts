import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { paypalEvent } from './paypal-bodies.ts';
import { razorpayEvents } from './razorpay-bodies.ts';
import type { Account } from '../records/account.ts';
import type { Change } from '../records/model.ts';

const MAX_ATTEMPTS = 10;
const INITIAL_BACKOFF_MS = 250;
const RESPONSE_TIMEOUT_MS = 15_000;

/** Saves events, and sends them to the merchants' webhooks until these respond with 2xx. */
export class Webhooks {
  readonly #closing = new AbortController();

  send(account: Account, change: Change): void {
    const isRazorpay = change.order.provider === 'razorpay';
    const events = isRazorpay ? razorpayEvents(account, change) : [paypalEvent(account, change)];
    for (const { id, type, content } of events) {
      const body = JSON.stringify(content);
      account.save('event', { id, type, body, createdAt: account.now });
      // PayPal's webhooks prove nothing.
      const signature = createHmac('sha256', account.secret ?? '').update(body);
      const signed = isRazorpay && { 'x-razorpay-signature': signature.digest('hex') };
      const headers = { 'content-type': 'application/json', ...signed };
      for (const { url } of account.all('webhook'))
        if (url !== undefined)
          this.#deliver(url, headers, body).catch((error: unknown) => {
            if (!this.#closing.signal.aborted) console.error(error);
          });
    }
  }

  close(): void {
    this.#closing.abort();
  }

  async #deliver(url: string, headers: Record<string, string>, body: string): Promise<void> {
    const { signal } = this.#closing;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const timeout = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
      const request = { method: 'POST', headers, body, redirect: 'error' } as const;
      const response = await fetch(url, { ...request, signal: timeout }).catch(() => undefined);
      await response?.body?.cancel();
      if (response?.ok) return;
      await sleep(INITIAL_BACKOFF_MS * 2 ** attempt, undefined, { signal });
    }
  }
}
