import { parseRecord } from '../supervisor/render.ts';

const CREATED = 'first-administrator-created';
const MISSING = 'first-administrator-missing';

/** Notices what billing says of the first administrator, so that the operator is told once. */
export class AdministratorNews {
  #created = false;
  #hindrance: string | undefined;
  #tell: (() => void) | undefined;

  /** Reads a line of a service's log. */
  read(line: string): void {
    if (this.#created || !(line.includes(CREATED) || line.includes(MISSING))) return;
    const { event, msg } = parseRecord(line) ?? {};
    if (event === MISSING) this.#hindrance = String(msg);
    this.#created = event === CREATED;
    if (this.#created) this.#tell?.();
  }

  /** Why there is none, in billing's words; it waits for another start then. */
  get hindrance(): string | undefined {
    return this.#created ? undefined : this.#hindrance;
  }

  /** Whether it has happened; if not, `later` is called when it does. */
  createdOr(later: () => void): boolean {
    if (!this.#created) this.#tell = later;
    return this.#created;
  }
}
