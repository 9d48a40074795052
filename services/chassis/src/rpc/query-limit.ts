/** Lets a number of pieces of work run at a time; others wait for their turn, first come first. */
export class QueryLimit {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly most: number) {}

  /** Runs `work` once there is room for it. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.most) await new Promise<void>((turn) => this.waiting.push(turn));
    else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // The next one takes over this one's place.
      if (next) next();
      else this.running -= 1;
    }
  }
}
