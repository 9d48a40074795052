import { enlarge } from './bitmap.js';

const CHUNK_BYTES = 2 ** 20;

interface Chunk {
  readonly bytes: Buffer;
  /** Where the next entry goes. */
  end: number;
  /** Bytes of the entries that are still held. */
  live: number;
}

/**
 * Entries as JSON in large buffers: as objects they would take twice the memory, and the garbage
 * collector would visit each of them. Only the chunk that was opened last is written to.
 */
export class EntryStore<T> {
  private readonly chunks: (Chunk | undefined)[] = [];
  private current = -1;
  /** Where the entry of each slot is; its length is 0 if there is none. */
  private indexes = new Uint32Array(1024);
  private starts = new Uint32Array(1024);
  private lengths = new Uint32Array(1024);

  /** A new object for each call. */
  get(slot: number): T {
    return JSON.parse(this.read(slot).toString()) as T;
  }

  set(slot: number, entry: T): void {
    this.remove(slot);
    this.append(slot, Buffer.from(JSON.stringify(entry)));
  }

  remove(slot: number): void {
    const length = this.lengths[slot] ?? 0;
    if (length === 0) return;
    const index = this.indexes[slot] as number;
    (this.chunks[index] as Chunk).live -= length;
    this.lengths[slot] = 0;
    this.reclaim(index);
  }

  get byteLength(): number {
    const places = 3 * this.lengths.byteLength;
    return this.chunks.reduce((sum, chunk) => sum + (chunk?.bytes.length ?? 0), places);
  }

  private read(slot: number): Buffer {
    const { bytes } = this.chunks[this.indexes[slot] as number] as Chunk;
    const start = this.starts[slot] as number;
    return bytes.subarray(start, start + (this.lengths[slot] as number));
  }

  private append(slot: number, json: Buffer): void {
    if (slot >= this.lengths.length) this.grow(slot);
    const last = this.current;
    let chunk = this.chunks[last];
    if (chunk === undefined || chunk.end + json.length > chunk.bytes.length) {
      chunk = this.openChunk(json.length);
    }
    chunk.bytes.set(json, chunk.end);
    this.indexes[slot] = this.current;
    this.starts[slot] = chunk.end;
    this.lengths[slot] = json.length;
    chunk.end += json.length;
    chunk.live += json.length;
    this.reclaim(last);
  }

  private openChunk(minBytes: number): Chunk {
    const bytes = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, minBytes));
    const chunk = { bytes, end: 0, live: 0 };
    const unused = this.chunks.indexOf(undefined);
    this.current = unused === -1 ? this.chunks.length : unused;
    this.chunks[this.current] = chunk;
    return chunk;
  }

  /** Frees a chunk that is mostly unused; its entries go to the current one. */
  private reclaim(index: number): void {
    const chunk = this.chunks[index];
    if (chunk === undefined || index === this.current) return;
    if (chunk.live * 2 > chunk.bytes.length) return;
    this.lengths.forEach((length, slot) => {
      if (length > 0 && this.indexes[slot] === index) this.append(slot, this.read(slot));
    });
    this.chunks[index] = undefined;
  }

  private grow(slot: number): void {
    const length = Math.max(slot + 1, this.lengths.length * 2);
    this.indexes = enlarge(this.indexes, length);
    this.starts = enlarge(this.starts, length);
    this.lengths = enlarge(this.lengths, length);
  }
}
