/** Counts and prints passed and failed checks. */
export class TestReport {
  passed = 0;
  failed = 0;
  private readonly overlay: string;

  constructor(overlay: string) {
    this.overlay = overlay;
  }

  /** Records a check, which has passed if `error` is empty. */
  check(what: string, error = ''): boolean {
    const ok = error === '';
    if (ok) this.passed += 1;
    else this.failed += 1;
    const text = ok ? what : `${what}: ${error.replace(/\s+/g, ' ').slice(0, 900)}`;
    console.log(`${ok ? 'PASS' : 'FAIL'} ${this.overlay.padEnd(10)} ${text}`);
    return ok;
  }

  /** Prints a note, which is not counted. */
  note(text: string): void {
    console.log(`NOTE ${this.overlay.padEnd(10)} ${text}`);
  }
}
