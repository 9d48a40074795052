import { setTimeout as pause } from 'node:timers/promises';
import { ACCOUNT } from '@ctdb/bench/product';
import type { Client, HttpRequest } from '@ctdb/containers/load/client';
import { spread, type LoadRequest } from '@ctdb/containers/load/load-mix';
import type { Shop } from '@ctdb/containers/load/shop';

const RETRY_MS = 300;
const ACKNOWLEDGE_TIMEOUT_MS = 60_000;

/**
 * Operations of one kind, begun at a fixed rate, whether or not earlier ones are acknowledged. Each is
 * repeated until it is.
 */
class SteadyOperations {
  readonly name: string;
  readonly failures: string[] = [];
  readonly #work: () => Promise<void>;
  readonly #running = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  /** When each was acknowledged. */
  readonly #successes: number[] = [];

  constructor(name: string, perSecond: number, work: () => Promise<void>) {
    this.name = name;
    this.#work = work;
    this.#timer = setInterval(() => this.#begin(), 1_000 / perSecond);
  }

  get count(): number {
    return this.#successes.length;
  }

  /** The longest time without a success since `start`, in milliseconds. */
  longestGap(start: number): number {
    const times = [start, ...this.#successes.filter((at) => at > start), performance.now()];
    return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#running);
  }

  #begin(): void {
    const running = this.#work()
      .then(() => void this.#successes.push(performance.now()))
      .catch((error: unknown) => void this.failures.push(`${this.name}: ${String(error)}`))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }
}

/** Reads, writes, payments and uploads, about 15 requests a second. */
export class Operations {
  readonly kinds: readonly SteadyOperations[];
  readonly #client: Client;
  #signIn: Promise<void> | undefined;
  /** Requests without an answer that counts. */
  repeated = 0;
  signIns = 0;

  constructor(client: Client, mix: readonly LoadRequest[], shop: Shop) {
    this.#client = client;
    const named = (...names: string[]) => mix.filter(({ name }) => names.includes(name));
    const reads = mix.filter(({ onAcknowledged }) => !onAcknowledged);
    const writes = named('add note', 'add or change disease');
    this.kinds = [
      new SteadyOperations('reads', 6, this.#takeTurns(reads)),
      new SteadyOperations('writes', 4, this.#takeTurns(writes)),
      new SteadyOperations('payments', 1, () => shop.buy('paypal', (send) => this.#repeat(send))),
      new SteadyOperations('uploads', 1, this.#takeTurns(named('upload'), false)),
    ];
  }

  /** Begins no more, and waits until those begun are acknowledged. */
  async stop(): Promise<string[]> {
    await Promise.all(this.kinds.map((kind) => kind.stop()));
    return this.kinds.flatMap(({ failures }) => failures);
  }

  /** @param sameAgain whether a repetition is the same operation; else it is another one */
  #takeTurns(mix: readonly LoadRequest[], sameAgain = true): () => Promise<void> {
    const requests = spread(mix);
    let turn = 0;
    return async () => {
      const { create, onAcknowledged } = requests[(turn += 1) % requests.length] as LoadRequest;
      let request: HttpRequest = create();
      const response = await this.#repeat(() => {
        if (!sameAgain) request = create();
        return this.#client.send(request);
      });
      onAcknowledged?.(request, response);
    };
  }

  async #repeat<R extends { status: number }>(send: () => Promise<R>): Promise<R> {
    const end = performance.now() + ACKNOWLEDGE_TIMEOUT_MS;
    for (;;) {
      const response = await send().catch(() => undefined);
      if (response && response.status < 300) return response;
      this.repeated += 1;
      if (response?.status === 401) await this.#signInAgain();
      else if (response && response.status < 500 && response.status !== 429)
        throw new Error(`status ${response.status}`);
      if (performance.now() > end) throw new Error('not acknowledged in time');
      await pause(RETRY_MS);
    }
  }

  /** Once for all requests that Redis refuses, because it has lost the session. */
  async #signInAgain(): Promise<void> {
    this.#signIn ??= this.#client
      .signIn(ACCOUNT)
      .then(() => void (this.signIns += 1))
      .catch(() => undefined)
      .finally(() => (this.#signIn = undefined));
    await this.#signIn;
  }
}
