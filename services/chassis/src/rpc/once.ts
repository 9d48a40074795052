import { LruCache } from '../data/lru-cache.js';

/** More than one process works on at a time, so that running work is never forgotten. */
const REMEMBERED = 256;

/**
 * Does a piece of work once, however often it is asked for under the same key: while it runs, and
 * for a while after. The broker redelivers a command whose connection was cut, possibly to the
 * process that still works on it.
 */
export class Once<T> {
  private readonly known = new LruCache<Promise<T>>(REMEMBERED);

  do(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.known.get(key);
    if (before) return before;
    const result = work();
    this.known.set(key, result);
    return result;
  }
}
