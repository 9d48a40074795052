/**
 * Lets those who work on the same thing take turns within this process. Correctness does not hang on
 * it, for other processes do not take part: it spares them all from overtaking each other.
 */
export class Turns {
  private readonly last = new Map<string, Promise<void>>();

  /** Runs `work` once all who came before with `key` are done; its outcome is the caller's. */
  take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.last.get(key) ?? Promise.resolve()).then(work);
    const over = turn.then(
      () => undefined,
      () => undefined,
    );
    this.last.set(key, over);
    void over.then(() => {
      if (this.last.get(key) === over) this.last.delete(key);
    });
    return turn;
  }
}
