/** Findings, told one a line as they are made. */
export class Report {
  private passed = 0;
  private failed = 0;
  private readonly overlay: string;

  constructor(overlay: string) {
    this.overlay = overlay;
  }

  /** Notes a finding: passed where `fault` is empty. */
  find(what: string, fault = ''): boolean {
    const ok = fault === '';
    if (ok) this.passed += 1;
    else this.failed += 1;
    const text = ok ? what : `${what}: ${fault.replace(/\s+/g, ' ').slice(0, 900)}`;
    console.log(`${ok ? 'PASS' : 'FAIL'} ${this.overlay.padEnd(10)} ${text}`);
    return ok;
  }

  /** Says something that is no finding. */
  note(text: string): void {
    console.log(`NOTE ${this.overlay.padEnd(10)} ${text}`);
  }

  get counts(): { passed: number; failed: number } {
    return { passed: this.passed, failed: this.failed };
  }
}
