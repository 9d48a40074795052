/** What the product has acknowledged while the load was on. */
export class Ledger {
  /** Name of each disease by its id. */
  readonly diseases = new Map<string, string>();
  /** Content of each note by its treatment. */
  readonly notes = new Map<string, Set<string>>();
  /** Title of each image by the disease that it belongs to. */
  readonly images = new Map<string, Set<string>>();
  /** Orders, by the ids that PayPal's stand-in has given them. */
  readonly orders = new Set<string>();

  /** How many operations it holds. */
  get size(): number {
    const sum = (all: Map<string, Set<string>>) =>
      [...all.values()].reduce((total, { size }) => total + size, 0);
    return this.diseases.size + sum(this.notes) + sum(this.images) + this.orders.size;
  }

  note(treatmentId: string, content: string): void {
    this.#put(this.notes, treatmentId, content);
  }

  image(diseaseId: string, title: string): void {
    this.#put(this.images, diseaseId, title);
  }

  #put(all: Map<string, Set<string>>, key: string, value: string): void {
    const known = all.get(key);
    if (known) known.add(value);
    else all.set(key, new Set([value]));
  }
}
