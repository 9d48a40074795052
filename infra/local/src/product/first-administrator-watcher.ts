import { parseRecord } from '../supervisor/format-log-line.ts';

const CREATED = 'first-administrator-created';
const MISSING = 'first-administrator-missing';

/** Watches the log of billing for the first administrator, so that the password is shown once. */
export class FirstAdministratorWatcher {
  #created = false;
  #failureReason: string | undefined;
  #callback: (() => void) | undefined;

  /** Reads a log line of a service. */
  read(line: string): void {
    if (this.#created || !(line.includes(CREATED) || line.includes(MISSING))) return;
    const { event, msg } = parseRecord(line) ?? {};
    if (event === MISSING) this.#failureReason = String(msg);
    this.#created = event === CREATED;
    if (this.#created) this.#callback?.();
  }

  /** Why there is no administrator, from the log of billing. */
  get failureReason(): string | undefined {
    return this.#created ? undefined : this.#failureReason;
  }

  /** Whether the account was created. If not, `later` is called after its creation. */
  onCreated(later: () => void): boolean {
    if (!this.#created) this.#callback = later;
    return this.#created;
  }
}
