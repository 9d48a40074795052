import { DomainError, MAX_IMAGE_BYTES, MAX_IMAGE_MEGAPIXELS } from '@ctdb/contracts';
import sharp from 'sharp';
import { detectFormat, isAnimatedPng, type ImageFormat } from './image-format.js';

export const MAX_PIXELS = MAX_IMAGE_MEGAPIXELS * 1_000_000;

/** Describes what is known of a file before a pixel is decoded. */
export interface ImageInfo {
  kind: ImageFormat;
  fileBytes: number;
  pixels: number;
  longestSide: number;
  channels: number;
  bytesPerChannel: number;
  isProgressive: boolean;
  /** Chroma subsampling 4:2:0, as in most photographs. */
  isSubsampled: boolean;
  /** The last row may be needed first, so that the whole picture must be in memory. */
  needsRotation: boolean;
}

export const notSupported = () => new DomainError('IMAGE_NOT_SUPPORTED');
export const incomplete = () => new DomainError('IMAGE_INCOMPLETE');
const tooLarge = () => new DomainError('IMAGE_TOO_LARGE', { maxBytes: MAX_IMAGE_BYTES });
const tooManyPixels = () =>
  new DomainError('IMAGE_TOO_MANY_PIXELS', { maxMegapixels: MAX_IMAGE_MEGAPIXELS });

const readMetadata = async (file: Buffer) => {
  try {
    return await sharp(file, { limitInputPixels: false, failOn: 'error' }).metadata();
  } catch {
    throw notSupported();
  }
};

/**
 * Inspects a file by its content alone. Animations are rejected, because it is unknown which picture is
 * meant. Throws `IMAGE_NOT_SUPPORTED`, `IMAGE_TOO_MANY_PIXELS`.
 */
export const inspectImage = async (file: Buffer): Promise<ImageInfo> => {
  const kind = detectFormat(file);
  if (!kind) throw notSupported();
  const head = await readMetadata(file);
  if (head.format !== kind || (head.pages ?? 1) > 1) throw notSupported();
  if (kind === 'png' && isAnimatedPng(file)) throw notSupported();
  const { width, height } = head;
  const pixels = width * height;
  if (pixels > MAX_PIXELS) throw tooManyPixels();
  return {
    kind,
    fileBytes: file.length,
    pixels,
    longestSide: Math.max(width, height),
    channels: head.channels,
    bytesPerChannel: head.depth === 'uchar' ? 1 : 2,
    isProgressive: head.isProgressive,
    isSubsampled: head.chromaSubsampling === '4:2:0',
    needsRotation: (head.orientation ?? 1) > 2,
  };
};

/** Inspects an upload. Throws `IMAGE_TOO_LARGE`, and the errors of {@link inspectImage}. */
export const validateUpload = async (file: Buffer): Promise<ImageInfo> => {
  if (file.length > MAX_IMAGE_BYTES) throw tooLarge();
  return inspectImage(file);
};
