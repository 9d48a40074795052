import { MAX_IMAGE_BYTES } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import sharp from 'sharp';
import { ImageProcessor } from './image-processor.js';
import { MemoryLimiter } from './memory-limiter.js';

it('a master may be larger than an upload, and its renditions are still created', async () => {
  const create = { width: 1_900, height: 1_900, channels: 3, background: '#888' } as const;
  const master = await sharp({ create }).png({ compressionLevel: 0 }).toBuffer();
  expect(master.length).toBeGreaterThan(MAX_IMAGE_BYTES);
  const images = new ImageProcessor(new MemoryLimiter());
  const { display, thumb } = await images.createRenditions(master);
  expect(await sharp(display.bytes).metadata()).toMatchObject({ format: 'webp', width: 1_600 });
  expect(await sharp(thumb.bytes).metadata()).toMatchObject({ format: 'webp', width: 320 });
  await expect(images.process(master)).rejects.toMatchObject({ code: 'IMAGE_TOO_LARGE' });
});
