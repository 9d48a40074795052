import { setTimeout as pause } from 'node:timers/promises';

const seconds = (began: number): string => `${((performance.now() - began) / 1_000).toFixed(1)} s`;

/** Counts and prints passed and failed checks. */
export class Report {
  passed = 0;
  failed = 0;

  /** Runs one check: it passes unless it throws. A text that it returns is printed beside its name. */
  async check(name: string, work: () => Promise<unknown>): Promise<boolean> {
    const began = performance.now();
    try {
      const detail = await work();
      this.passed += 1;
      console.log(
        `✔ ${name}${typeof detail === 'string' ? `: ${detail}` : ''} (${seconds(began)})`,
      );
      return true;
    } catch (error) {
      this.#fails(`${name} (${seconds(began)})`, error);
      return false;
    }
  }

  /** Runs a section, which counts its own checks; an error outside of them counts as a failed check. */
  async section(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#fails(`${name} broke off`, error);
    }
  }

  /** The last line of the output. */
  get summaryLine(): string {
    return `${this.passed} passed, ${this.failed} failed`;
  }

  #fails(what: string, error: unknown): void {
    this.failed += 1;
    const reason = error instanceof Error ? error.message : String(error);
    console.log(`✖ ${what}\n    ${reason.replaceAll('\n', '\n    ')}`);
  }
}

/** Throws `message` unless `condition` holds. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** Polls until `check` returns a value; throws after `timeoutMs`. */
export async function waitUntil<T>(
  what: string,
  timeoutMs: number,
  check: () => T | undefined | Promise<T | undefined>,
  intervalMs = 500,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const found = await check();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`not within ${timeoutMs / 1_000} s: ${what}`);
    await pause(intervalMs);
  }
}
