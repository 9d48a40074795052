import { DomainError, MAX_IMAGE_BYTES } from '@ctdb/contracts';
import type { FastifyMultipartBaseOptions } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { SpooledFile } from './spooled-file.js';

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

/** The contents of a form. The file must be closed. */
export interface UploadForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: SpooledFile | undefined;
}

/**
 * Reads the fields and the file of a multipart form, in any order. Throws `IMAGE_TOO_LARGE` or
 * `MALFORMED_BODY`. Holds no more than a few kilobytes in memory.
 */
export const readUploadForm = async (request: FastifyRequest): Promise<UploadForm> => {
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
