const SIZES = 32;

/** Blocks of numbers inside one growing array, so that a hundred thousand short lists cost no objects. */
export class PostingPool {
  private cells = new Uint32Array(1 << 14);
  private used = 0;
  private readonly free: number[][] = Array.from({ length: SIZES }, () => []);

  /** The array that the blocks lie in; another one after {@link allocate}. */
  get memory(): Uint32Array {
    return this.cells;
  }

  /** Start of a block of 2 ** `size` cells. */
  allocate(size: number): number {
    const reused = this.free[size]?.pop();
    if (reused !== undefined) return reused;
    const start = this.used;
    this.used += 2 ** size;
    if (this.used > this.cells.length) this.grow();
    return start;
  }

  release(start: number, size: number): void {
    this.free[size]?.push(start);
  }

  private grow(): void {
    const larger = new Uint32Array(Math.max(this.used, Math.ceil(this.cells.length * 1.5)));
    larger.set(this.cells);
    this.cells = larger;
  }
}
