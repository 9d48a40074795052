import type { Client } from './client.ts';
import { spread, type LoadRequest } from './load-mix.ts';

export interface LoadResult {
  sent: number;
  /** A line for each request without a 2xx response. */
  failures: string[];
  /** Response times in milliseconds, sorted. */
  latencies: number[];
}

/**
 * Sends requests at a fixed rate, whether or not earlier ones have a response (an open loop): a product
 * that stands still gets further requests, and each of them counts.
 */
export class OpenLoopLoad {
  readonly #client: Client;
  readonly #requests: LoadRequest[];
  readonly #perSecond: number;
  readonly #startedAt = performance.now();
  readonly #failures: string[] = [];
  readonly #latencies: number[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #sent = 0;

  constructor(client: Client, mix: LoadRequest[], perSecond: number) {
    this.#client = client;
    this.#requests = spread(mix);
    this.#perSecond = perSecond;
    this.#timer = setInterval(() => this.#sendDue(), 5);
  }

  /** The result so far. */
  get result(): LoadResult {
    const latencies = this.#latencies.toSorted((one, other) => one - other);
    return { sent: this.#sent, failures: [...this.#failures], latencies };
  }

  /** Sends no more and waits for the responses that are due. */
  async stop(): Promise<LoadResult> {
    clearInterval(this.#timer);
    await Promise.all(this.#running);
    return this.result;
  }

  #sendDue(): void {
    const due = ((performance.now() - this.#startedAt) / 1_000) * this.#perSecond;
    while (this.#sent < due) {
      const request = this.#requests[this.#sent % this.#requests.length] as LoadRequest;
      this.#sent += 1;
      const running = this.#sendRequest(request).finally(() => this.#running.delete(running));
      this.#running.add(running);
    }
  }

  async #sendRequest({ name, create, onAcknowledged }: LoadRequest): Promise<void> {
    const startedAt = performance.now();
    const seconds = ((startedAt - this.#startedAt) / 1_000).toFixed(1);
    const fail = (reason: string) => this.#failures.push(`${name} at ${seconds} s: ${reason}`);
    try {
      const request = create();
      const response = await this.#client.send(request);
      this.#latencies.push(performance.now() - startedAt);
      if (response.status >= 200 && response.status < 300) onAcknowledged?.(request, response);
      else fail(`${response.status} ${new TextDecoder().decode(response.bytes).slice(0, 160)}`);
    } catch (error) {
      const { message, cause } = error as Error;
      fail(cause instanceof Error ? `${message}: ${cause.message}` : message);
    }
  }
}

export function formatLatencies({ latencies }: LoadResult): string {
  /** The time that this share of the responses did not exceed. */
  const ms = (share: number) =>
    `${(latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(0)} ms`;
  return `p50 ${ms(0.5)}, p99 ${ms(0.99)}, slowest ${ms(0.999_999)}`;
}
