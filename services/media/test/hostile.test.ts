import type { ImageSize } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import sharp from 'sharp';
import { ImageProcessor } from '../src/pictures/image-processor.js';
import { MemoryLimiter } from '../src/pictures/memory-limiter.js';
import { refused } from './hostile/refused.js';
import { SECRET, taken } from './hostile/taken.js';
import { cornersOf } from './support/pictures.js';

const images = new ImageProcessor(new MemoryLimiter());
const UPRIGHT = ['r', 'g', 'b', 'rgb'];
const LARGEST: Record<ImageSize, number> = { master: Infinity, display: 1_600, thumb: 320 };

it.each(refused)('%s is rejected: %s', async (_, code, make) => {
  await expect(images.process(await make())).rejects.toMatchObject({ code });
});

it.each(taken)(
  'accepted, and made harmless: $name',
  async ({ make, width, height, kind, upright, secret }) => {
    const given = await make();
    expect(given.includes(SECRET)).toBe(secret ?? false);
    const image = await images.process(given);
    expect(image).toMatchObject({ width, height, master: { kind } });
    for (const size of ['master', 'display', 'thumb'] as const) {
      const { bytes } = image[size];
      expect(bytes.includes(SECRET)).toBe(false);
      const head = await sharp(bytes).metadata();
      const { exif, icc, xmp, iptc, orientation = 1, depth } = head;
      expect({ exif, icc, xmp, iptc, orientation, depth }).toEqual({
        orientation: 1,
        depth: 'uchar',
      });
      expect(['srgb', 'b-w']).toContain(head.space);
      const longest = Math.max(head.width, head.height);
      expect(longest).toBe(Math.min(Math.max(width, height), LARGEST[size]));
      if (upright) expect(await cornersOf(bytes)).toEqual(UPRIGHT);
    }
  },
);
