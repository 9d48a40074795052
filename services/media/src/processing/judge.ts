import { DomainError, MAX_IMAGE_BYTES, MAX_IMAGE_MEGAPIXELS } from '@ctdb/contracts';
import sharp from 'sharp';
import { isAnimatedPng, kindOf, type Kind } from './kind.js';

/** Most pixels of a picture. */
export const MAX_PIXELS = MAX_IMAGE_MEGAPIXELS * 1_000_000;

/** What a file turned out to be before any of its pixels was looked at. */
export interface Verdict {
  kind: Kind;
  pixels: number;
  hasAlpha: boolean;
}

export const notSupported = () => new DomainError('IMAGE_NOT_SUPPORTED');
export const tooLarge = () => new DomainError('IMAGE_TOO_LARGE', { maxBytes: MAX_IMAGE_BYTES });
const tooManyPixels = () =>
  new DomainError('IMAGE_TOO_MANY_PIXELS', { maxMegapixels: MAX_IMAGE_MEGAPIXELS });

const headOf = async (file: Buffer) => {
  try {
    return await sharp(file, { limitInputPixels: false, failOn: 'error' }).metadata();
  } catch {
    throw notSupported();
  }
};

/**
 * Judges a file by its content alone: kind, number of pictures in it, size. Animations are refused:
 * which of their pictures is meant nobody can tell. Throws `IMAGE_NOT_SUPPORTED`, `IMAGE_TOO_LARGE`,
 * `IMAGE_TOO_MANY_PIXELS`.
 */
export const judge = async (file: Buffer): Promise<Verdict> => {
  if (file.length > MAX_IMAGE_BYTES) throw tooLarge();
  const kind = kindOf(file);
  if (!kind) throw notSupported();
  const { format, width, height, pages, hasAlpha } = await headOf(file);
  if (format !== kind || (pages ?? 1) > 1) throw notSupported();
  if (kind === 'png' && isAnimatedPng(file)) throw notSupported();
  const pixels = width * height;
  if (pixels > MAX_PIXELS) throw tooManyPixels();
  return { kind, pixels, hasAlpha };
};
