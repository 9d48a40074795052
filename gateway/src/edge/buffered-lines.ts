const FLUSH_MS = 100;

/** Gathers log lines and writes them ten times a second: one write for each would cost too much. */
export class BufferedLines {
  private lines: string[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly output: { write(text: string): unknown }) {}

  write(line: string): void {
    this.lines.push(line);
    this.timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref();
  }

  /** Writes what there is, at once. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.lines.length === 0) return;
    this.output.write(this.lines.join(''));
    this.lines = [];
  }
}
