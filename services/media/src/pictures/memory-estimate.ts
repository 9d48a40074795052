import { DISPLAY_PIXELS } from '@ctdb/contracts';
import type { ImageInfo } from './inspect-image.js';

// Measured with libvips 8.18 as what a process takes at most above its rest; bytes, or bytes per pixel.
/** Rows on their way from one step of the work to the next. */
const ROWS = 14_000_000;
/** The coefficients of a JPEG that comes in several passes: 2 for each value. */
const COEFFICIENT = 2;
/** The WebP encoder keeps the picture several times. */
const WEBP_ENCODER = 9;
/** The same with the pixels that it is given. */
const WEBP = 12;

/** What all pixels take, in channels as wide as the file has them. */
const decodedBytes = ({ pixels, channels, bytesPerChannel }: ImageInfo): number =>
  pixels * channels * bytesPerChannel;

/** What is in memory before the first row comes out. */
const readingCost = (info: ImageInfo): number => {
  if (!info.isProgressive) return 0;
  if (info.kind === 'png') return decodedBytes(info);
  const values = info.isSubsampled ? 1.5 : info.channels;
  return info.pixels * values * COEFFICIENT;
};

/** Memory that it takes to make the master; bytes. Most pictures pass through row by row. */
export const masterMemory = (info: ImageInfo): number => {
  const { kind, pixels, needsRotation, fileBytes } = info;
  const whole = decodedBytes(info);
  const turning = needsRotation ? whole : 0;
  const webp = kind === 'webp' ? whole + pixels * WEBP_ENCODER : 0;
  return ROWS + fileBytes + readingCost(info) + turning + webp;
};

/** Memory that it takes to make the smaller sizes; JPEG and WebP are read in a smaller size already. */
export const renditionMemory = (info: ImageInfo): number => {
  const { kind, pixels, longestSide, needsRotation } = info;
  const scale = Math.min(1, DISPLAY_PIXELS / longestSide);
  const display = pixels * scale * scale * WEBP;
  const turning = needsRotation && kind === 'png' ? decodedBytes(info) : 0;
  return display + readingCost(info) + turning;
};
