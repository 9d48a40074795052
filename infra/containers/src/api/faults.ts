const MOST = 12;
/** As many requests as a browser has on their way. */
const AT_ONCE = 6;

/** Collects what is wrong, so that a check tells of all of it. */
export class Faults {
  readonly #faults: string[] = [];
  /** How much was looked at. */
  looked = 0;

  /** Notes what `work` throws. */
  async during(what: string, work: () => Promise<unknown>): Promise<void> {
    this.looked += 1;
    try {
      await work();
    } catch (error) {
      this.#faults.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Notes what fails of many, several at once. */
  async ofEach(all: Iterable<[what: string, work: () => Promise<unknown>]>): Promise<void> {
    const rest = all[Symbol.iterator]();
    const worker = async () => {
      for (let next = this.#next(rest); next; next = this.#next(rest)) await this.during(...next);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  /** What makes the works may fail as well. */
  #next<T>(rest: Iterator<T>): T | undefined {
    try {
      const { value, done } = rest.next();
      return done ? undefined : value;
    } catch (error) {
      this.#faults.push(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  /** Throws all that was noted. */
  finish(): void {
    if (this.#faults.length === 0) return;
    const shown = this.#faults.slice(0, MOST);
    const more = this.#faults.length - shown.length;
    throw new Error([...shown, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n'));
  }
}
