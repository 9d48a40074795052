import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

/** Bytes in memory at a time. */
const CHUNK = 65_536;

/**
 * A file of an upload on its way to object storage. Storage wants to know its length beforehand and
 * the form tells it only at its end, so the bytes wait on disk: in a file without a name, which the
 * system removes with this process, however that ends.
 *
 * The handle is read and written directly: its own streams hold it open until they close it
 * themselves, and `close()` would wait for them for ever.
 */
export class SpooledFile {
  private constructor(
    private readonly handle: FileHandle,
    readonly bytes: number,
  ) {}

  /** Takes `source` to its end; fails where it is destroyed before. */
  static async of(source: Readable): Promise<SpooledFile> {
    const path = join(tmpdir(), `upload-${randomUUID()}`);
    const handle = await open(path, 'wx+', 0o600);
    try {
      await unlink(path);
      await handle.writeFile(source);
      return new SpooledFile(handle, (await handle.stat()).size);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** The bytes from the first on. */
  read(): Readable {
    return Readable.from(this.chunks(), { objectMode: false, highWaterMark: CHUNK });
  }

  /** The bytes are gone then. A read that is under way ends first. */
  async close(): Promise<void> {
    await this.handle.close();
  }

  private async *chunks(): AsyncGenerator<Buffer, void, undefined> {
    for (let position = 0; position < this.bytes;) {
      const wanted = Math.min(CHUNK, this.bytes - position);
      const { buffer, bytesRead } = await this.handle.read(
        Buffer.alloc(wanted),
        0,
        wanted,
        position,
      );
      if (bytesRead === 0) throw new Error('spooled file was truncated');
      yield buffer.subarray(0, bytesRead);
      position += bytesRead;
    }
  }
}
