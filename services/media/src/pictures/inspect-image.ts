import { MAX_IMAGE_MEGAPIXELS } from '@ctdb/contracts';
import sharp from 'sharp';
import { toRejectionError } from './rejection.js';

/** Accepted formats. */
const imageFormats = ['jpeg', 'png', 'webp'] as const;
/** One of {@link imageFormats}. */
export type ImageFormat = (typeof imageFormats)[number];

export const formatInfo: Record<ImageFormat, { contentType: string; extension: string }> = {
  jpeg: { contentType: 'image/jpeg', extension: 'jpg' },
  png: { contentType: 'image/png', extension: 'png' },
  webp: { contentType: 'image/webp', extension: 'webp' },
};

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PNG_CHUNK_FRAME = 12;

/** The format by the first bytes; undefined for all that are not accepted. */
const detectFormat = (file: Buffer): ImageFormat | undefined => {
  if (file.length >= 3 && file.readUIntBE(0, 3) === 0xff_d8_ff) return 'jpeg';
  if (file.subarray(0, PNG.length).equals(PNG)) return 'png';
  const isRiff = file.toString('latin1', 0, 4) === 'RIFF';
  return isRiff && file.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : undefined;
};

/** Whether a PNG is animated: a chunk `acTL` comes before the first image data. */
const isAnimatedPng = (file: Buffer): boolean => {
  for (let at = PNG.length; at + PNG_CHUNK_FRAME <= file.length;) {
    const name = file.toString('latin1', at + 4, at + 8);
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
    at += PNG_CHUNK_FRAME + file.readUInt32BE(at);
  }
  return false;
};

const SOI_BYTES = 2;
const MARKER = 0xff;
const START_OF_SCAN = 0xda;
/** Baseline, extended and progressive frames; between them are tables. */
const isFrame = (code: number): boolean => code >= 0xc0 && code <= 0xc2;
const isAdobe = (file: Buffer, at: number): boolean =>
  file[at + 1] === 0xee && file.toString('latin1', at + 4, at + 9) === 'Adobe';

/** Adobe's segment that says: YCCK. */
const YCCK_SEGMENT = Buffer.from('ffee000e41646f626500640000000002', 'hex');

/** The sampling factors of the components of a frame: one byte each. */
const samplingOf = (file: Buffer, frame: number): number[] => {
  const count = file[frame + 9] ?? 0;
  return Array.from({ length: count }, (_, at) => file[frame + 11 + at * 3] ?? 0);
};

/** Two components in the middle with fewer values are colors; no program leaves out values of inks. */
const isYcck = ([one = 0, second = 0, third = 0, fourth, ...more]: number[]): boolean =>
  fourth === one && second === third && second < one && more.length === 0;

/**
 * Marks a JPEG of four components as YCCK if it lost the segment that says so, as programs lose it that
 * remove profiles. Decoders take it for CMYK otherwise: green turns blue.
 */
export const markYcck = (file: Buffer): Buffer => {
  for (let at = SOI_BYTES; file[at] === MARKER; at += 2 + file.readUInt16BE(at + 2)) {
    const code = file[at + 1] ?? 0;
    if (at + 4 > file.length || code === START_OF_SCAN || isAdobe(file, at)) return file;
    if (!isFrame(code)) continue;
    if (!isYcck(samplingOf(file, at))) return file;
    return Buffer.concat([file.subarray(0, SOI_BYTES), YCCK_SEGMENT, file.subarray(SOI_BYTES)]);
  }
  return file;
};

export const MAX_PIXELS = MAX_IMAGE_MEGAPIXELS * 1_000_000;

const readMetadata = async (file: Buffer) => {
  try {
    return await sharp(file, { limitInputPixels: false, failOn: 'error' }).metadata();
  } catch {
    throw toRejectionError('IMAGE_NOT_SUPPORTED');
  }
};

/**
 * Inspects a file by its content alone. Animations are rejected, because it is unknown which picture is
 * meant. Throws `IMAGE_NOT_SUPPORTED`, `IMAGE_TOO_MANY_PIXELS`.
 */
export const inspectImage = async (file: Buffer) => {
  const kind = detectFormat(file);
  if (!kind) throw toRejectionError('IMAGE_NOT_SUPPORTED');
  const head = await readMetadata(file);
  if (head.format !== kind || (head.pages ?? 1) > 1) throw toRejectionError('IMAGE_NOT_SUPPORTED');
  if (kind === 'png' && isAnimatedPng(file)) throw toRejectionError('IMAGE_NOT_SUPPORTED');
  const { width, height } = head;
  const pixels = width * height;
  if (pixels > MAX_PIXELS) throw toRejectionError('IMAGE_TOO_MANY_PIXELS');
  return {
    kind,
    fileBytes: file.length,
    pixels,
    longestSide: Math.max(width, height),
    channels: head.channels,
    bytesPerChannel: head.depth === 'uchar' ? 1 : 2,
    isProgressive: head.isProgressive,
    /** Chroma subsampling 4:2:0, as in most photographs. */
    isSubsampled: head.chromaSubsampling === '4:2:0',
    /** The last row may be needed first, so that the whole picture must be in memory. */
    needsRotation: (head.orientation ?? 1) > 2,
  };
};

/** Describes what is known of a file before a pixel is decoded. */
export type ImageInfo = Awaited<ReturnType<typeof inspectImage>>;
