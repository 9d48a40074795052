import { ids } from './records.js';

const BOUNDARY = 'xYzZY';

/** The header of {@link form}. */
export const formType = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** A field, or a file if it has a file name. */
export type Part = [name: string, value: string | Buffer, filename?: string, type?: string];

/** A multipart form. */
export const form = (parts: Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(([name, value, filename, type = filename && 'image/jpeg']) => {
      const file = filename === undefined ? '' : `; filename="${filename}"`;
      const typeLine = type === undefined ? '' : `\r\nContent-Type: ${type}`;
      const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}${typeLine}\r\n\r\n`;
      return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')];
    }),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);

/** What comes along with a file. */
export const fields: Part[] = [
  ['treatmentId', ids.treatment],
  ['type', 'disease_photo'],
  ['title', 'ಎದೆ'],
];

/** The part of a file of `size` bytes. */
export const fileOf = (size: number): Part => ['image', Buffer.alloc(size, 7), 'a.jpg'];
