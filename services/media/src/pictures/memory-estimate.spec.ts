import { expect, it } from 'vitest';
import type { ImageInfo } from './inspect-image.js';
import { masterMemory, renditionMemory } from './memory-limiter.js';

const photograph: ImageInfo = {
  kind: 'jpeg',
  fileBytes: 4_000_000,
  pixels: 12_000_000,
  longestSide: 4_000,
  channels: 3,
  bytesPerChannel: 1,
  isProgressive: false,
  isSubsampled: true,
  needsRotation: false,
};
const megabytes = (bytes: number) => Math.round(bytes / 1e6);

it.each<[string, Partial<ImageInfo>, master: number, derived: number]>([
  ['as it is', {}, 18, 23],
  ['turned', { needsRotation: true }, 54, 23],
  ['in several passes', { isProgressive: true }, 54, 59],
  ['in several passes, with all colour', { isProgressive: true, isSubsampled: false }, 90, 95],
  ['as a PNG', { kind: 'png' }, 18, 23],
  ['as a PNG of 16 bits, turned', { kind: 'png', bytesPerChannel: 2, needsRotation: true }, 90, 95],
  ['as a PNG in several passes', { kind: 'png', isProgressive: true }, 54, 59],
  ['as a WebP', { kind: 'webp' }, 162, 23],
])('the memory estimate of a photograph of 12 megapixels %s', (_, differs, master, derived) => {
  const info = { ...photograph, ...differs };
  expect(megabytes(masterMemory(info))).toBe(master);
  expect(megabytes(renditionMemory(info))).toBe(derived);
});

it('the memory estimate of a photograph of 12 megapixels is lower for a small picture', () => {
  const small = { ...photograph, pixels: 120_000, longestSide: 400 };
  expect(megabytes(renditionMemory(small))).toBe(1);
});
