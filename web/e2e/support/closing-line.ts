import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter';

/** Ends the output with `N passed, N failed`. A test that was skipped or did not run has failed. */
export default class ClosingLine implements Reporter {
  #suite: Suite | undefined;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite;
  }

  onEnd(): void {
    const tests = this.#suite?.allTests() ?? [];
    const passed = tests.filter((test) => test.outcome() === 'expected' && test.ok()).length;
    console.log(`${passed} passed, ${tests.length - passed} failed`);
  }
}
