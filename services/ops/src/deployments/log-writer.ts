import { stripVTControlCharacters } from 'node:util';
import type { Types } from 'mongoose';
import type { DeploymentLogRepository } from './log.repository.js';

/** What a log may hold in all; bytes. */
const LOG_BYTES = 1_000_000;
const MAX_LINE_LENGTH = 2_000;

// C0 and C1 controls, DEL, and the marks that turn the direction of a text around.
const CONTROL_CHARACTERS =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A line as it can be shown anywhere: no colours, no control characters, not too long. */
export const sanitizeLine = (line: string): string => {
  const plain = stripVTControlCharacters(line)
    .replace(CONTROL_CHARACTERS, '')
    .replaceAll('\t', '  ')
    .trimEnd();
  const cut = plain.length > MAX_LINE_LENGTH ? `${plain.slice(0, MAX_LINE_LENGTH - 1)}…` : plain;
  return cut.toWellFormed();
};

/** Splits the output of a program into lines. */
export class LineSplitter {
  private rest = '';

  constructor(private readonly onLine: (line: string) => void) {}

  write(text: string): void {
    const lines = (this.rest + text).split(/\r\n|\n|\r/);
    this.rest = lines.pop() ?? '';
    for (const line of lines) this.onLine(line);
    // A line that never ends must not fill the memory.
    if (this.rest.length > MAX_LINE_LENGTH) this.end();
  }

  end(): void {
    if (this.rest !== '') this.onLine(this.rest);
    this.rest = '';
  }
}

const FLUSH_INTERVAL_MS = 500;
const MAX_PART_BYTES = 64_000;
/** Leaves space for one part. */
const MAX_LOG_BYTES = LOG_BYTES - MAX_PART_BYTES;
/** Parts of a later worker come after those of an earlier one: its token is higher. */
const PART_NUMBERS_PER_WORKER = 1_000_000;

const getLineBytes = (line: string): number => Buffer.byteLength(line) + 1;

/** Writes one worker's lines of a deployment in parts, and removes the oldest parts of a long log. */
export class DeploymentLogWriter {
  private waiting: string[] = [];
  private waitingBytes = 0;
  private parts: { order: number; bytes: number }[] | undefined;
  private next: number;
  private isDropped = false;
  private writing: Promise<void> = Promise.resolve();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly logs: DeploymentLogRepository,
    private readonly deploymentId: Types.ObjectId,
    token: number,
    private readonly onTruncated: () => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {
    this.next = token * PART_NUMBERS_PER_WORKER;
    this.timer = setInterval(() => void this.flush(), FLUSH_INTERVAL_MS);
  }

  add(line: string): void {
    const clean = sanitizeLine(line);
    this.waiting.push(clean);
    this.waitingBytes += getLineBytes(clean);
    while (this.waitingBytes > MAX_LOG_BYTES) {
      this.waitingBytes -= getLineBytes(this.waiting.shift() ?? '');
      this.isDropped = true;
    }
  }

  /** Stores the waiting lines. Never rejects: a failed log does not stop the deployment. */
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
    const parts = (this.parts ??= await this.earlier());
    while (this.waiting.length > 0) {
      const part = this.takePart();
      await this.logs.append({ deploymentId: this.deploymentId, ...part });
      parts.push({ order: part.order, bytes: part.bytes });
    }
    await this.trim(parts);
  }

  /** Parts of an old version may have higher numbers. */
  private async earlier(): Promise<{ order: number; bytes: number }[]> {
    const parts = await this.logs.sizes(this.deploymentId);
    this.next = Math.max(this.next, parts.at(-1)?.order ?? 0);
    return parts;
  }

  private takePart() {
    const lines: string[] = [];
    let bytes = 0;
    for (let line = this.waiting[0]; line !== undefined; line = this.waiting[0]) {
      const size = getLineBytes(line);
      if (lines.length > 0 && bytes + size > MAX_PART_BYTES) break;
      this.waiting.shift();
      lines.push(line);
      bytes += size;
    }
    this.waitingBytes -= bytes;
    this.next += 1;
    return { order: this.next, lines, bytes };
  }

  private async trim(parts: { order: number; bytes: number }[]): Promise<void> {
    let total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    let isCut = this.isDropped;
    while (total > MAX_LOG_BYTES) {
      total -= parts.shift()?.bytes ?? 0;
      isCut = true;
    }
    if (!isCut) return;
    this.isDropped = false;
    if (parts[0]) await this.logs.deleteBefore(this.deploymentId, parts[0].order);
    await this.onTruncated();
  }
}
