import { crc32, deflateSync } from 'node:zlib';

/** The first bytes of every PNG. */
export const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** One chunk of a PNG, with its checksum. */
export const chunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

const header = (width: number, height: number): Buffer => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  // One bit of gray for each pixel.
  data.set([1, 0, 0, 0, 0], 8);
  return chunk('IHDR', data);
};

/** A black PNG of this size, as small as it can be; without its pixels it is a header only. */
export const blackPng = (width: number, height: number, withPixels = true): Buffer => {
  const row = 1 + Math.ceil(width / 8);
  const pixels = withPixels
    ? deflateSync(Buffer.alloc(row * height), { level: 1 })
    : Buffer.alloc(0);
  return Buffer.concat([
    PNG_SIGNATURE,
    header(width, height),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** Puts chunks into a PNG, right after its header. */
export const withChunks = (png: Buffer, ...chunks: Buffer[]): Buffer => {
  const at = PNG_SIGNATURE.length + 25;
  return Buffer.concat([png.subarray(0, at), ...chunks, png.subarray(at)]);
};

/** Announces an animation of two pictures. */
export const animationControl = (): Buffer => chunk('acTL', Buffer.from('0000000200000000', 'hex'));

/** A JPEG whose header claims another size. */
export const claimedJpeg = (jpeg: Buffer, width: number, height: number): Buffer => {
  const copy = Buffer.from(jpeg);
  const at = copy.findIndex((byte, index) => byte === 0xff && copy[index + 1] === 0xc0);
  copy.writeUInt16BE(height, at + 5);
  copy.writeUInt16BE(width, at + 7);
  return copy;
};

/** A JPEG with one more segment after its beginning: a comment (0xfe) or an application's own data. */
export const withSegment = (jpeg: Buffer, marker: number, data: Buffer): Buffer => {
  const frame = Buffer.from([0xff, marker, 0, 0]);
  frame.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), frame, data, jpeg.subarray(2)]);
};

/** The same bytes with one of them turned over. */
export const flipped = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
};

/** The first part of a file. */
export const cut = (bytes: Buffer, part: number): Buffer =>
  bytes.subarray(0, Math.floor(bytes.length * part));
