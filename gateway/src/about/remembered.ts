import type { CallContext } from '@ctdb/chassis';

const KNOWN_MS = 60_000;
const UNKNOWN_MS = 5_000;
const PATIENCE_MS = 1_000;

/**
 * What a service last said of itself: old news at once, while newer are fetched; only the first
 * asker waits, a second at most.
 */
export class Remembered<T> {
  private state: T | undefined;
  private freshUntil = 0;
  private asking: Promise<T> | undefined;

  constructor(
    private readonly fetch: (context: CallContext) => Promise<T>,
    private readonly unknown: T,
  ) {}

  async get(context: CallContext): Promise<T> {
    if (this.state && Date.now() < this.freshUntil) return this.state;
    const asked = (this.asking ??= this.ask(context));
    return this.state ?? (await asked);
  }

  private async ask(context: CallContext): Promise<T> {
    const known = await this.fetch({ ...context, deadlineMs: PATIENCE_MS }).catch(() => undefined);
    this.state = known ?? this.unknown;
    this.freshUntil = Date.now() + (known ? KNOWN_MS : UNKNOWN_MS);
    this.asking = undefined;
    return this.state;
  }
}
