import type { Types } from 'mongoose';
import type { DeploymentLogRepository } from './log.repository.js';

const MAX_LINE_LENGTH = 2_000;
const FLUSH_INTERVAL_MS = 500;
/** Parts of a later worker come after those of an earlier one: its token is higher. */
const PART_NUMBERS_PER_WORKER = 1_000_000;

// C0 and C1 controls, DEL, and the marks that turn the direction of a text around.
const CONTROL_CHARACTERS =
  /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A line as it can be shown anywhere: no control characters, not too long. */
export const sanitizeLine = (line: string): string => {
  const plain = line.replace(CONTROL_CHARACTERS, '').trimEnd();
  const cut = plain.length > MAX_LINE_LENGTH ? `${plain.slice(0, MAX_LINE_LENGTH - 1)}…` : plain;
  return cut.toWellFormed();
};

/** Writes one worker's lines of a deployment, in parts. */
export class DeploymentLogWriter {
  private waiting: string[] = [];
  private next: number;
  private writing: Promise<void> = Promise.resolve();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly logs: DeploymentLogRepository,
    private readonly deploymentId: Types.ObjectId,
    token: number,
    private readonly onError: (error: unknown) => void,
  ) {
    this.next = token * PART_NUMBERS_PER_WORKER;
    this.timer = setInterval(() => void this.flush(), FLUSH_INTERVAL_MS);
  }

  add(line: string): void {
    this.waiting.push(sanitizeLine(line));
  }

  /** Stores the lines so far; never rejects. */
  flush(): Promise<void> {
    this.writing = this.writing.then(() => this.store()).catch(this.onError);
    return this.writing;
  }

  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  private async store(): Promise<void> {
    if (this.waiting.length === 0) return;
    const lines = this.waiting;
    this.waiting = [];
    this.next += 1;
    await this.logs.append({ deploymentId: this.deploymentId, order: this.next, lines });
  }
}
