import { finishUpload, getImageUrl, MAX_IMAGE_BYTES, type ImageSize } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { refused } from './hostile/refused.js';
import { SECRET, taken } from './hostile/taken.js';
import { put, testMedia } from './support/media.js';
import { cornersOf } from './support/pictures.js';

const media = testMedia('inside');
const UPRIGHT = ['r', 'g', 'b', 'rgb'];
const LARGEST: Record<ImageSize, number> = { master: Infinity, display: 1_600, thumb: 320 };
/** What people and browsers say a file is counts for nothing: each comes as something else. */
const declared = ['image/jpeg', 'image/png', 'text/html', 'image/svg+xml', 'application/x-sh'];

const upload = async (bytes: Buffer, type: string) => {
  const { uploadId, putUrl } = await media.begin();
  await put(putUrl, bytes, type);
  const said = Math.min(Math.max(1, bytes.length), MAX_IMAGE_BYTES);
  return media.call(finishUpload, { uploadId, bytes: said });
};

const download = async (filename: string, size: ImageSize) => {
  const { getUrl } = await media.call(getImageUrl, { filename, size });
  return Buffer.from(await (await fetch(getUrl)).arrayBuffer());
};

it('there are at least 60 hostile files', () => {
  expect(refused.length + taken.length).toBeGreaterThanOrEqual(60);
});

describe('rejected, with nothing left behind:', () => {
  it.each(refused.map((each, index) => [...each, declared[index % 5] ?? ''] as const))(
    '%s: %s',
    async (_, code, make, type) => {
      const objects = await media.keys();
      await expect(upload(await make(), type)).rejects.toMatchObject({ code });
      const left = (await media.keys()).filter((key) => !objects.includes(key));
      expect(left).toEqual([]);
    },
  );
});

describe('accepted, and made harmless:', () => {
  it.each(taken.map((each, index) => ({ ...each, type: declared[index % 5] ?? '' })))(
    '$name',
    async ({ make, width, height, extension, upright, secret, type }) => {
      const given = await make();
      expect(given.includes(SECRET)).toBe(secret ?? false);
      const image = await upload(given, type);
      expect(image).toMatchObject({ width, height });
      expect(image.filename.split('.')[1]).toBe(extension);
      for (const size of ['master', 'display', 'thumb'] as const) {
        const bytes = await download(image.filename, size);
        expect(bytes.includes(SECRET)).toBe(false);
        const { exif, icc, xmp, iptc, orientation, ...head } = await sharp(bytes).metadata();
        expect([exif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined]);
        expect(orientation ?? 1).toBe(1);
        expect(head.depth).toBe('uchar');
        expect(['srgb', 'b-w']).toContain(head.space);
        const longest = Math.max(head.width, head.height);
        expect(longest).toBe(Math.min(Math.max(width, height), LARGEST[size]));
        if (upright) expect(await cornersOf(bytes)).toEqual(UPRIGHT);
      }
    },
  );
});
