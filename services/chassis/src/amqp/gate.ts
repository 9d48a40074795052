interface Waiter<T> {
  settle: (value: T | undefined) => void;
  timer: NodeJS.Timeout;
}

/** Holds a value that comes and goes (a channel), and lets callers wait for it for a while. */
export class Gate<T> {
  private current: T | undefined;
  private readonly waiters = new Set<Waiter<T>>();

  /** The value; `undefined` while there is none. */
  get value(): T | undefined {
    return this.current;
  }

  open(value: T): void {
    this.current = value;
    for (const { settle, timer } of this.waiters) {
      clearTimeout(timer);
      settle(value);
    }
    this.waiters.clear();
  }

  close(): void {
    this.current = undefined;
  }

  /** Resolves as soon as there is a value, or with `undefined` after `milliseconds`. */
  wait(milliseconds: number): Promise<T | undefined> {
    if (this.current !== undefined) return Promise.resolve(this.current);
    return new Promise((settle) => {
      const waiter = {
        settle,
        timer: setTimeout(() => {
          this.waiters.delete(waiter);
          settle(undefined);
        }, milliseconds),
      };
      this.waiters.add(waiter);
    });
  }
}
