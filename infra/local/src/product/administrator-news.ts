import { parseRecord } from '../supervisor/render.ts';

const EVENT = 'first-administrator-created';

/** Notices when billing has made the first administrator, so that the operator is told once. */
export class AdministratorNews {
  #created = false;
  #tell: (() => void) | undefined;

  /** Reads a line of a service's log. */
  read(line: string): void {
    if (this.#created || !line.includes(EVENT)) return;
    this.#created = parseRecord(line)?.['event'] === EVENT;
    if (this.#created) this.#tell?.();
  }

  /** Whether it has happened; if not, `later` is called when it does. */
  createdOr(later: () => void): boolean {
    if (!this.#created) this.#tell = later;
    return this.#created;
  }
}
