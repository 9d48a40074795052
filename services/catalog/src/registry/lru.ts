/** The `limit` values used last. */
export class Lru<V> {
  private readonly values = new Map<string, V>();

  constructor(private readonly limit: number) {}

  /** The value under `key`, made by `make` where it is not held. */
  get(key: string, make: () => V): V {
    const value = this.values.get(key) ?? make();
    this.values.delete(key);
    this.values.set(key, value);
    if (this.values.size > this.limit) {
      for (const oldest of this.values.keys()) {
        this.values.delete(oldest);
        break;
      }
    }
    return value;
  }

  clear(): void {
    this.values.clear();
  }
}
