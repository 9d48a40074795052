/** Counts work that has begun, and tells when none is left. */
export class InFlightTracker {
  private count = 0;
  private readonly idle = new Set<() => void>();

  /** Counts `work` until it ends; its failure is the caller's concern. */
  async track<T>(work: () => Promise<T>): Promise<T> {
    this.count += 1;
    try {
      return await work();
    } finally {
      this.count -= 1;
      if (this.count === 0) this.becomeIdle();
    }
  }

  /** Resolves with `true` once nothing is left, or with `false` after `milliseconds`. */
  waitUntilIdle(milliseconds: number): Promise<boolean> {
    if (this.count === 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.idle.delete(done);
        resolve(false);
      }, milliseconds);
      this.idle.add(done);
    });
  }

  private becomeIdle(): void {
    for (const done of this.idle) done();
    this.idle.clear();
  }
}
