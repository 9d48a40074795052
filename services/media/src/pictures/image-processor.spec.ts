import { MAX_IMAGE_BYTES } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import sharp from 'sharp';
import { ImageProcessor } from './image-processor.js';
import { MemoryLimiter } from './memory-limiter.js';

const images = new ImageProcessor(new MemoryLimiter());

/**
 * A JPEG of one block of pixels in one color, with four components. `blocks` has the bits of each: four
 * for the length of the difference from gray, the difference, and one for the end.
 */
const flatJpeg = (side: string, sampling: string, blocks: string, adobe = ''): Buffer => {
  const bits = blocks.replaceAll(' ', '').match(/.{1,8}/g) ?? [];
  const pixels = bits.map((byte) => parseInt(byte.padEnd(8, '1'), 2).toString(16).padStart(2, '0'));
  // A byte of 255 among the pixels is no marker if a zero follows.
  const stuffed = pixels.map((byte) => (byte === 'ff' ? 'ff00' : byte)).join('');
  const hex = [
    `ffd8 ${adobe} ffdb 0043 00 ${'08'.repeat(64)}`,
    `ffc0 0014 08 00${side} 00${side} 04 01${sampling}00 021100 031100 04${sampling}00`,
    'ffc4 001f 00 000000 0c 000000000000000000000000 000102030405060708090a0b',
    'ffc4 0014 10 01 000000000000000000000000000000 00',
    `ffda 000e 04 0100 0200 0300 0400 003f00 ${stuffed} ffd9`,
  ];
  return Buffer.from(hex.join('').replaceAll(' ', ''), 'hex');
};
const adobe = (transform: string) => `ffee 000e 41646f6265 0064 0000 0000 ${transform}`;
/** Inks are stored inverted: 0, 255, 0, 255. */
const cmyk = '1000 01111111 0  0111 1111111 0  1000 01111111 0  0111 1111111 0';
const none = '00000 00000 00000';
/** 105, 213, 235, 255; the first and the last component have four blocks. */
const ycck = `0101 01000 0 ${none}  0111 1010101 0  0111 1101011 0  0111 1111111 0 ${none}`;

it.each([
  ['CMYK', flatJpeg('08', '11', cmyk, adobe('00'))],
  ['YCCK', flatJpeg('10', '22', ycck, adobe('02'))],
  ['YCCK that lost its marker', flatJpeg('10', '22', ycck)],
])('green stays green in a JPEG without a profile: %s', async (_, file) => {
  const { master, display } = await images.process(file);
  for (const { bytes } of [master, display]) {
    const { channels } = await sharp(bytes).stats();
    expect(channels.map(({ mean }) => Math.round(mean / 32))).toEqual([0, 4, 1]);
  }
});

it('a master may be larger than an upload, and its renditions are still created', async () => {
  const create = { width: 1_900, height: 1_900, channels: 3, background: '#888' } as const;
  const master = await sharp({ create }).png({ compressionLevel: 0 }).toBuffer();
  expect(master.length).toBeGreaterThan(MAX_IMAGE_BYTES);
  const { display, thumb } = await images.createRenditions(master);
  expect(await sharp(display.bytes).metadata()).toMatchObject({ format: 'webp', width: 1_600 });
  expect(await sharp(thumb.bytes).metadata()).toMatchObject({ format: 'webp', width: 320 });
  await expect(images.process(master)).rejects.toMatchObject({ code: 'IMAGE_TOO_LARGE' });
});
