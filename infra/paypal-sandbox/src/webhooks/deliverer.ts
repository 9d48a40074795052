import { randomInt } from 'node:crypto';
import type { Account } from '../store/account.ts';
import type { SandboxEvent } from '../store/model.ts';
import type { Certificates } from './certificates.ts';
import { signWebhook } from './sign.ts';

const TRIES = 25;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
const ANSWER_WITHIN_MS = 15_000;
const SHUFFLED_WITHIN_MS = 400;

/** Sends events to the merchants' addresses until they are taken. */
export class Deliverer {
  readonly #certificates: Certificates;
  readonly #origin: () => string;
  readonly #synced: () => Promise<void>;
  readonly #timers = new Set<NodeJS.Timeout>();
  #closed = false;

  constructor(certificates: Certificates, origin: () => string, synced: () => Promise<void>) {
    this.#certificates = certificates;
    this.#origin = origin;
    this.#synced = synced;
  }

  /** Sends what has not been taken yet: after a start, and when a pause ends. */
  resume(account: Account): void {
    for (const event of account.all('event')) this.send(account, event);
  }

  send(account: Account, event: SandboxEvent): void {
    const { paused, copies, shuffle } = account.delivery;
    if (paused) return;
    for (const webhookId of event.open) {
      for (let copy = 0; copy < copies; copy += 1) {
        const delay = shuffle ? randomInt(SHUFFLED_WITHIN_MS) : copy;
        this.#later(delay, () => this.#try(account, event, webhookId, 1));
      }
    }
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #later(ms: number, work: () => Promise<void>): void {
    if (this.#closed) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void work();
    }, ms);
    this.#timers.add(timer);
  }

  async #try(account: Account, event: SandboxEvent, webhookId: string, tries: number) {
    const webhook = account.get('webhook', webhookId);
    if (webhook === undefined || account.get('event', event.id) === undefined) return;
    await this.#synced();
    const what = { body: event.body, webhookId, now: Date.now() };
    const { headers, body } = signWebhook(what, this.#certificates, this.#origin());
    if (await taken(webhook.url, headers, body)) {
      const now = account.get('event', event.id);
      if (!now?.open.includes(webhookId)) return;
      account.put('event', { ...now, open: now.open.filter((id) => id !== webhookId) });
      return;
    }
    if (tries >= TRIES) return;
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS);
    this.#later(pause, () => this.#try(account, event, webhookId, tries + 1));
  }
}

async function taken(url: string, headers: Record<string, string>, body: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
