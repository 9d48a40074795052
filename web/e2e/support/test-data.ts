import { randomInt } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** The names of all diseases that these tests create begin with this. */
export const NAME_PREFIX = 'Testitis';

const LETTERS = 'bcdfghjklmnpqrtvwz';

/** Returns a disease name that no other test uses and that no search for another name finds. */
export const uniqueName = (): string =>
  `${NAME_PREFIX} ${Array.from({ length: 9 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;

/** Returns such a name without spaces, of so many letters. */
export const longName = (length: number, letter = 'w'): string =>
  uniqueName().replace(' ', '').padEnd(length, letter);

const chunk = (type: string, data: Uint8Array): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
};

/** Returns a PNG image of one color. */
export const png = (width = 400, height = 300, color = [0x2f, 0x8f, 0x5b]): Buffer<ArrayBuffer> => {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 2], 8); // 8 bits of red, green and blue each
  const row = [0, ...Array.from({ length: width }, () => color).flat()];
  const rows = new Uint8Array(Array.from({ length: height }, () => row).flat());
  const signature = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', new Uint8Array()),
  ];
  return Buffer.concat([signature, ...parts]);
};
