import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * A file of an upload on its way to object storage. Storage wants to know its length beforehand and
 * the form tells it only at its end, so the bytes wait on disk: in a file without a name, which the
 * system removes with this process, however that ends.
 */
export class SpooledFile {
  private constructor(
    private readonly handle: FileHandle,
    readonly bytes: number,
  ) {}

  static async of(source: Readable): Promise<SpooledFile> {
    const path = join(tmpdir(), `upload-${randomUUID()}`);
    const handle = await open(path, 'wx+', 0o600);
    try {
      await unlink(path);
      await pipeline(source, handle.createWriteStream({ autoClose: false }));
      return new SpooledFile(handle, (await handle.stat()).size);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  read(): Readable {
    return this.handle.createReadStream({ start: 0, autoClose: false });
  }

  async close(): Promise<void> {
    await this.handle.close();
  }
}
