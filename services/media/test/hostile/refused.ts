import { randomBytes } from 'node:crypto';
import { MAX_IMAGE_BYTES, type ErrorCode } from '@ctdb/contracts';
import sharp from 'sharp';
import { canvas, photograph } from '../support/pictures.js';
import {
  animationControl,
  blackPng,
  claimedJpeg,
  cut,
  flipped,
  PNG_SIGNATURE,
  withChunks,
} from './broken.js';

/** A file that must not be taken, and what is said of it. */
export type Refused = [name: string, code: ErrorCode, make: () => Buffer | Promise<Buffer>];

export const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const HTML = '<!doctype html><script>alert(1)</script>';
const jpegStart = Buffer.from('ffd8ffe0', 'hex');
/** A byte more than is taken. */
export const tooLarge = Buffer.concat([jpegStart, Buffer.alloc(MAX_IMAGE_BYTES - 3)]);
const webp = () => canvas(80, 60).webp().toBuffer();
const png = () => canvas(80, 60).png().toBuffer();
const twoFrames = () => canvas(40, 80).raw().toBuffer();
const animated = async () =>
  sharp(await twoFrames(), { raw: { width: 40, height: 80, channels: 3, pageHeight: 40 } });
const box = (brand: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}`), Buffer.alloc(2_000)]);
const riff = (form: string) =>
  Buffer.concat([
    Buffer.from('RIFF'),
    Buffer.from([200, 0, 0, 0]),
    Buffer.from(form),
    randomBytes(200),
  ]);
const noise = (start: Buffer | string) =>
  Buffer.concat([Buffer.from(start as string), randomBytes(500)]);
const claimedWebp = async () => {
  const file = await canvas(80, 60).webp({ lossless: true }).toBuffer();
  // VP8L: one byte of signature, then 14 bits each of width and height less one.
  const at = file.indexOf('VP8L') + 9;
  const rest = (file.readUInt32LE(at) & 0xf0_00_00_00) >>> 0;
  file.writeUInt32LE(rest + 15_999 * 2 ** 14 + 15_999, at);
  return file;
};

const refuse = (name: string, make: Refused[2]): Refused => [name, 'IMAGE_NOT_SUPPORTED', make];
const tooMany = (name: string, make: Refused[2]): Refused => [name, 'IMAGE_TOO_MANY_PIXELS', make];

/** No pictures, or not one of the three kinds. */
const foreign: Record<string, Buffer> = {
  'an SVG': Buffer.from(SVG),
  'an SVG with a byte order mark': Buffer.from(`\uFEFF<?xml version="1.0"?>${SVG}`),
  'an SVG behind the first bytes of a JPEG': Buffer.concat([jpegStart, Buffer.from(SVG)]),
  'an HTML page': Buffer.from(HTML),
  'an HTML page behind those of a PNG': Buffer.concat([PNG_SIGNATURE, Buffer.from(HTML)]),
  'a ZIP': noise('PK\u0003\u0004'),
  'a HEIC': box('heic'),
  'a sound': riff('WAVE'),
  'a WebP of noise': riff('WEBP'),
  'a single byte': Buffer.from([0xff]),
  'the first bytes of a JPEG': jpegStart,
  'a PNG without pixels': blackPng(100, 100, false),
};

/** Files that must not be taken. */
export const refused: Refused[] = [
  ...Object.entries(foreign).map(([name, bytes]) => refuse(name, () => bytes)),
  refuse('a GIF', () => canvas(40, 40).gif().toBuffer()),
  refuse('an animated WebP', async () => (await animated()).webp().toBuffer()),
  refuse('an animated PNG', async () => withChunks(await png(), animationControl())),
  refuse('an AVIF', () => canvas(40, 40).avif({ effort: 0 }).toBuffer()),
  ['nearly all of a JPEG', 'IMAGE_INCOMPLETE', async () => cut(await photograph(400, 300), 0.9)],
  [
    'half a JPEG with an end marker',
    'IMAGE_INCOMPLETE',
    async () => Buffer.concat([cut(await photograph(400, 300), 0.5), Buffer.from('ffd9', 'hex')]),
  ],
  refuse('half a PNG', async () => cut(await png(), 0.5)),
  refuse('a PNG with a flipped byte in its header', async () => flipped(await png(), 19)),
  refuse('a PNG with a flipped byte in its pixels', async () => flipped(await png(), 3_000)),
  refuse('half a WebP', async () => cut(await webp(), 0.5)),
  tooMany('a bomb of 30,000 × 30,000', () => blackPng(30_000, 30_000)),
  tooMany('a JPEG that claims 65,500 × 65,500', async () =>
    claimedJpeg(await photograph(64, 64), 65_500, 65_500),
  ),
  tooMany('a WebP that claims 16,000 × 16,000', claimedWebp),
  tooMany('a picture of one row too many', () => blackPng(8_000, 5_001)),
  ['a byte too many', 'IMAGE_TOO_LARGE', () => tooLarge],
];
