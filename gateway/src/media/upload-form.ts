import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DomainError, MAX_IMAGE_BYTES } from '@ctdb/contracts';
import type { FastifyMultipartBaseOptions } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

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

const FILE_FIELD = 'image';
const options: FastifyMultipartBaseOptions & { throwFileSizeLimit: false } = {
  throwFileSizeLimit: false,
  limits: {
    files: 1,
    fileSize: MAX_IMAGE_BYTES,
    fields: 20,
    fieldNameSize: 100,
    // More than a description that is too long by far.
    fieldSize: 65_536,
  },
};

/**
 * Reads the fields and the file of a multipart form, in any order. The file must be closed. Throws `IMAGE_TOO_LARGE` or
 * `MALFORMED_BODY`. Holds no more than a few kilobytes in memory.
 */
export const readUploadForm = async (request: FastifyRequest) => {
  const fields: Record<string, string> = {};
  let file: SpooledFile | undefined;
  let isTooLarge = false;
  // The parser would wait for the events of a stream that has ended before.
  if (request.raw.destroyed) throw new DomainError('MALFORMED_BODY');
  try {
    for await (const part of request.parts(options)) {
      if (part.type === 'file') {
        if (part.fieldname !== FILE_FIELD) throw new DomainError('MALFORMED_BODY');
        file = await SpooledFile.of(part.file);
        isTooLarge = part.file.truncated;
      } else {
        const { fieldname, value, mimetype, fieldnameTruncated, valueTruncated } = part;
        const isTruncated = fieldnameTruncated || valueTruncated;
        // The library has parsed JSON, but all fields are text.
        const isText = typeof value === 'string' && mimetype !== 'application/json';
        if (isTruncated || !isText || Object.hasOwn(fields, fieldname))
          throw new DomainError('MALFORMED_BODY');
        fields[fieldname] = value;
      }
    }
    if (isTooLarge) throw new DomainError('IMAGE_TOO_LARGE', { maxBytes: MAX_IMAGE_BYTES });
    return { fields, file };
  } catch (error) {
    await file?.close();
    // The rest is read, so that the client, which still sends, gets the answer.
    request.raw.unpipe();
    request.raw.resume();
    const isOurs = error instanceof DomainError || (error instanceof Error && 'syscall' in error);
    throw isOurs ? error : new DomainError('MALFORMED_BODY');
  }
};
