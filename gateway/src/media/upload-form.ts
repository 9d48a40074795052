import { Busboy, type BusboyConfig } from '@fastify/busboy';
import { DomainError, MAX_IMAGE_BYTES } from '@ctdb/contracts';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { SpooledFile } from './spooled-file.js';

const FILE_FIELD = 'image';
/** More than a description that is too long by far; in bytes. */
const MAX_FIELD_BYTES = 65_536;
const limits = {
  files: 1,
  // One more than what is taken, so that too much is told from just enough.
  fileSize: MAX_IMAGE_BYTES + 1,
  fields: 20,
  fieldNameSize: 100,
  fieldSize: MAX_FIELD_BYTES,
};

/** What a form has brought. The file must be closed. */
export interface UploadForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: SpooledFile | undefined;
}

const tooLarge = () => new DomainError('IMAGE_TOO_LARGE', { maxBytes: MAX_IMAGE_BYTES });
const malformed = () => new DomainError('MALFORMED_BODY');

/** Reads one form; the order of its parts does not matter. */
class Reading {
  private readonly fields: Record<string, string> = Object.create(null) as Record<string, string>;
  private spooling: Promise<SpooledFile> | undefined;
  private source: Readable | undefined;
  private isTooMuch = false;
  private isOver = false;

  constructor(private readonly request: FastifyRequest) {}

  async form(): Promise<UploadForm> {
    try {
      await this.parse();
      const file = await this.spooling;
      if (this.isTooMuch || (file?.bytes ?? 0) > MAX_IMAGE_BYTES) throw tooLarge();
      return { fields: { ...this.fields }, file };
    } catch (error) {
      await this.spooling?.then((file) => file.close()).catch(() => undefined);
      throw error;
    }
  }

  private parse(): Promise<void> {
    const busboy = this.open();
    const body = this.request.body as Readable;
    return new Promise((resolve, reject) => {
      const fail = (error: unknown): void => {
        body.unpipe(busboy);
        // What is still on its way is read to its end, so that the answer arrives.
        body.resume();
        this.isOver = true;
        this.source?.destroy();
        reject(error as Error);
      };
      const refuse = (): void => fail(malformed());
      busboy.on('field', (name, value, isNameCut, isCut) => {
        if (isNameCut || isCut || name in this.fields) refuse();
        else this.fields[name] = value;
      });
      busboy.on('file', (name, source) => {
        // A form that is cut off tells the file so too.
        source.on('error', refuse);
        // The parser still tells what it has already been given.
        if (this.isOver || name !== FILE_FIELD) {
          source.resume();
          refuse();
          return;
        }
        source.on('limit', () => (this.isTooMuch = true));
        this.source = source;
        this.spooling = SpooledFile.of(source);
        this.spooling.catch(fail);
      });
      for (const event of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
        busboy.on(event, refuse);
      busboy.on('error', refuse);
      busboy.on('finish', resolve);
      // Also where the client goes away.
      body.on('error', refuse);
      body.pipe(busboy);
    });
  }

  private open(): InstanceType<typeof Busboy> {
    const headers = this.request.headers as BusboyConfig['headers'];
    try {
      return new Busboy({ headers, limits });
    } catch {
      throw malformed();
    }
  }
}

/**
 * The fields and the file of a multipart form. `IMAGE_TOO_LARGE`, `MALFORMED_BODY`. No more than a
 * few kilobytes are held in memory.
 */
export const readUploadForm = (request: FastifyRequest): Promise<UploadForm> =>
  new Reading(request).form();
