import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const MEGABYTE = 1_048_576;
const SIDE = 400;

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

/**
 * Coloured noise as a PNG of `megabytes`, nearly all of it in private chunks: as large as a photograph to
 * send, but cheap to decode.
 */
export const heavyPng = (megabytes: number): Buffer => {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(SIDE, 0);
  size.writeUInt32BE(SIDE, 4);
  // 8 bits, true colour.
  const header = Buffer.concat([size, Buffer.from([8, 2, 0, 0, 0])]);
  const row = () => Buffer.concat([Buffer.alloc(1), randomBytes(SIDE * 3)]);
  const pixels = chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: SIDE }, row))));
  const padding = chunk('paDd', randomBytes(MEGABYTE / 2));
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [start, chunk('IHDR', header), pixels, chunk('IEND', Buffer.alloc(0))];
  const bytes = parts.reduce((sum, { length }) => sum + length, 0);
  const count = Math.floor((megabytes * MEGABYTE - bytes) / padding.length);
  parts.splice(2, 0, ...Array.from({ length: count }, () => padding));
  return Buffer.concat(parts);
};
