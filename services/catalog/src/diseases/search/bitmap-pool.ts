import { createBitmap, type Bitmap } from './bitmap.js';

/** So many are kept from one query to the next: 800 KB at 100,000 documents. */
const MAX_POOLED = 64;

/**
 * Bitmaps for the time of one query. They are reused, because thousands of new ones a second would keep the
 * garbage collector busy, and its pauses are longer than a query.
 */
export class BitmapPool {
  private bitmaps: Bitmap[] = [];
  private taken = 0;

  /** @param capacity how many documents there is room for at present */
  constructor(private readonly capacity: () => number) {}

  /** An empty set, valid until {@link reset}. */
  acquire(): Bitmap {
    const used = this.bitmaps[this.taken];
    const bitmap = used?.fill(0) ?? createBitmap(this.capacity());
    this.bitmaps[this.taken] = bitmap;
    this.taken += 1;
    return bitmap;
  }

  /** Takes all sets back. */
  reset(): void {
    this.taken = 0;
    const [first] = this.bitmaps;
    const outgrown = first !== undefined && first.length * 32 < this.capacity();
    this.bitmaps = outgrown ? [] : this.bitmaps.slice(0, MAX_POOLED);
  }
}
