const seconds = (began: number): string => `${((performance.now() - began) / 1_000).toFixed(1)} s`;

/** Counts what held and what did not, and says so as it goes. */
export class Report {
  passed = 0;
  failed = 0;

  /** Runs one check: it holds unless it throws. A text that it returns is told beside its name. */
  async check(name: string, work: () => Promise<unknown>): Promise<boolean> {
    const began = performance.now();
    try {
      const told = await work();
      this.passed += 1;
      console.log(`✔ ${name}${typeof told === 'string' ? `: ${told}` : ''} (${seconds(began)})`);
      return true;
    } catch (error) {
      this.#fails(`${name} (${seconds(began)})`, error);
      return false;
    }
  }

  /** Runs what counts by its own checks: only what it throws besides is counted here. */
  async part(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#fails(`${name} went through`, error);
    }
  }

  /** Adds what another program has counted. */
  add({ passed, failed }: { passed: number; failed: number }): void {
    this.passed += passed;
    this.failed += failed;
  }

  /** The line that counts the tests for whoever runs them. */
  get closingLine(): string {
    return `${this.passed} passed, ${this.failed} failed`;
  }

  #fails(what: string, error: unknown): void {
    this.failed += 1;
    const reason = error instanceof Error ? error.message : String(error);
    console.log(`✖ ${what}\n    ${reason.replaceAll('\n', '\n    ')}`);
  }
}

/** Throws what is not as it must be. */
export function must(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}
