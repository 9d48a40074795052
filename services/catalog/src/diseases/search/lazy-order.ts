import { setImmediate } from 'node:timers/promises';
import { NameOrder } from './name-order.js';

/** So many documents are added at once: sorting in portions keeps each pause short. */
const BATCH_SIZE = 4_096;

/** An order of documents by a key of each. It is made when it is first asked for, and then kept. */
export class LazyOrder<T> {
  readonly order: NameOrder;
  private readonly keys: (string | number)[] = [];
  /** Documents that are not in the order yet; undefined until it is asked for. */
  private waiting: Set<number> | undefined;
  private making: Promise<void> | undefined;

  /**
   * @param toKey the key of an entry
   * @param compareEqual orders documents of the same key
   * @param capacity how many documents there is room for at present
   */
  constructor(
    private readonly toKey: (entry: T) => string | number,
    compareEqual: (left: number, right: number) => number,
    capacity: () => number,
  ) {
    this.order = new NameOrder((left, right) => {
      const [a, b] = [this.keys[left] as string, this.keys[right] as string];
      if (a !== b) return a < b ? -1 : 1;
      return compareEqual(left, right);
    }, capacity);
  }

  add(slot: number, entry: T): void {
    if (!this.waiting) return;
    this.keys[slot] = this.toKey(entry);
    this.order.add(slot);
  }

  remove(slot: number): void {
    if (this.waiting && !this.waiting.delete(slot)) this.order.remove(slot);
  }

  /** Resolves once all documents are in the order; others use the event loop meanwhile. */
  prepare(slots: Iterable<number>, at: (slot: number) => T): Promise<void> {
    this.making ??= this.make(slots, at);
    return this.making;
  }

  private async make(slots: Iterable<number>, at: (slot: number) => T): Promise<void> {
    this.waiting = new Set(slots);
    let unsorted = 0;
    for (const slot of this.waiting) {
      this.waiting.delete(slot);
      this.add(slot, at(slot));
      unsorted += 1;
      if (unsorted % BATCH_SIZE !== 0) continue;
      this.order.sortPending();
      await setImmediate();
    }
    this.order.sortPending();
  }
}
