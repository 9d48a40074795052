import type { Types } from 'mongoose';
import { cleanLine, LOG_BYTES } from './log-lines.js';
import type { LogRepository } from './log.repository.js';

const FLUSH_MS = 500;
const PART_BYTES = 64_000;
/** Room for what is written between two looks at the whole. */
const KEPT_BYTES = LOG_BYTES - PART_BYTES;
/** Parts of a later worker come after those of an earlier one. */
const PARTS_OF_A_WORKER = 1_000_000;

const sizeOf = (line: string): number => Buffer.byteLength(line) + 1;

/** Writes one worker's lines of a deployment, in pieces, and cuts the oldest where they become too many. */
export class LogWriter {
  private waiting: string[] = [];
  private waitingBytes = 0;
  private parts: { order: number; bytes: number }[] | undefined;
  private next: number;
  private isDropped = false;
  private writing: Promise<void> = Promise.resolve();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly logs: LogRepository,
    private readonly deploymentId: Types.ObjectId,
    takeovers: number,
    private readonly cut: () => Promise<void>,
    private readonly failed: (error: unknown) => void,
  ) {
    this.next = takeovers * PARTS_OF_A_WORKER;
    this.timer = setInterval(() => void this.flush(), FLUSH_MS);
  }

  add(line: string): void {
    const clean = cleanLine(line);
    this.waiting.push(clean);
    this.waitingBytes += sizeOf(clean);
    while (this.waitingBytes > KEPT_BYTES) {
      this.waitingBytes -= sizeOf(this.waiting.shift() ?? '');
      this.isDropped = true;
    }
  }

  /** Stores what waits; a log that cannot be written keeps nothing else from being done. */
  flush(): Promise<void> {
    this.writing = this.writing.then(() => this.store()).catch(this.failed);
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

  /** After an orderly handover the worker before had the same number. */
  private async earlier(): Promise<{ order: number; bytes: number }[]> {
    const parts = await this.logs.sizes(this.deploymentId);
    this.next = Math.max(this.next, parts.at(-1)?.order ?? 0);
    return parts;
  }

  private takePart() {
    const lines: string[] = [];
    let bytes = 0;
    for (let line = this.waiting[0]; line !== undefined; line = this.waiting[0]) {
      const size = sizeOf(line);
      if (lines.length > 0 && bytes + size > PART_BYTES) break;
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
    while (total > KEPT_BYTES) {
      total -= parts.shift()?.bytes ?? 0;
      isCut = true;
    }
    if (!isCut) return;
    this.isDropped = false;
    if (parts[0]) await this.logs.cutBefore(this.deploymentId, parts[0].order);
    await this.cut();
  }
}
