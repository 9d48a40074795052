import { Agent, get } from 'node:http';

const CONNECTIONS = 50;

/** The middle of `values`. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Reads one address over and over on 50 connections; every answer must be 200. */
export class Reader {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

  constructor(
    private readonly url: string,
    private readonly headers: Record<string, string>,
  ) {}

  /** Answers per second, for `milliseconds`. */
  async throughput(milliseconds: number): Promise<number> {
    const began = performance.now();
    let answers = 0;
    const read = async (): Promise<void> => {
      while (performance.now() - began < milliseconds) {
        await this.once();
        answers += 1;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, read));
    return (answers * 1_000) / (performance.now() - began);
  }

  close(): void {
    this.agent.destroy();
  }

  private once(): Promise<void> {
    return new Promise((resolve, reject) => {
      get(this.url, { agent: this.agent, headers: this.headers }, (answer) => {
        answer.resume();
        answer.on('error', reject);
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve();
          else reject(new Error(`${this.url} answered ${answer.statusCode}`));
        });
      }).on('error', reject);
    });
  }
}
