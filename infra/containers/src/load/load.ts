import type { Client } from '../http/client.ts';
import type { Work } from './work.ts';

/** What came of a load. */
export interface Outcome {
  sent: number;
  /** Requests that were not answered with 2xx, in a line each. */
  failures: string[];
  /** Milliseconds of every answer, in order of size. */
  latencies: number[];
}

/** A hundred works in which each has its share, spread out. */
function schedule(works: Work[]): Work[] {
  const all = works.flatMap((work) =>
    Array.from({ length: work.share }, (_, turn) => ({ work, at: (turn + 0.5) / work.share })),
  );
  return all.sort((one, other) => one.at - other.at).map(({ work }) => work);
}

/**
 * Sends requests by the clock, whether or not earlier ones were answered (an open loop): a product
 * that stands still is asked on, and each of those requests counts.
 */
export class Load {
  readonly #client: Client;
  readonly #works: Work[];
  readonly #perSecond: number;
  readonly #began = performance.now();
  readonly #failures: string[] = [];
  readonly #latencies: number[] = [];
  readonly #open = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #sent = 0;

  constructor(client: Client, works: Work[], perSecond: number) {
    this.#client = client;
    this.#works = schedule(works);
    this.#perSecond = perSecond;
    this.#timer = setInterval(() => this.#send(), 5);
  }

  /** Requests that have failed so far. */
  get failures(): readonly string[] {
    return this.#failures;
  }

  /** What has come of it until now. */
  get outcome(): Outcome {
    const latencies = this.#latencies.toSorted((one, other) => one - other);
    return { sent: this.#sent, failures: [...this.#failures], latencies };
  }

  /** Sends no more, and waits for the answers that are due. */
  async stop(): Promise<Outcome> {
    clearInterval(this.#timer);
    await Promise.all(this.#open);
    return this.outcome;
  }

  #send(): void {
    const due = ((performance.now() - this.#began) / 1_000) * this.#perSecond;
    while (this.#sent < due) {
      const work = this.#works[this.#sent % this.#works.length] as Work;
      this.#sent += 1;
      const one = this.#try(work).finally(() => this.#open.delete(one));
      this.#open.add(one);
    }
  }

  async #try({ name, call: make, acknowledged }: Work): Promise<void> {
    const began = performance.now();
    const at = ((began - this.#began) / 1_000).toFixed(1);
    const fail = (reason: string) => this.#failures.push(`${name} at ${at} s: ${reason}`);
    try {
      const call = make();
      const answer = await this.#client.send(call);
      this.#latencies.push(performance.now() - began);
      if (answer.status >= 200 && answer.status < 300) acknowledged?.(call, answer);
      else fail(`${answer.status} ${new TextDecoder().decode(answer.bytes).slice(0, 160)}`);
    } catch (error) {
      const { message, cause } = error as Error;
      fail(cause instanceof Error ? `${message}: ${cause.message}` : message);
    }
  }
}

/** The milliseconds within which `share` of the answers came. */
export function within({ latencies }: Outcome, share: number): number {
  return latencies[Math.floor(latencies.length * share)] ?? 0;
}

/** How long the answers took: the half, 99 of 100, and all of them within so much. */
export function told(outcome: Outcome): string {
  const ms = (share: number) => `${within(outcome, share).toFixed(0)} ms`;
  return `p50 ${ms(0.5)}, p99 ${ms(0.99)}, slowest ${ms(0.999_999)}`;
}
