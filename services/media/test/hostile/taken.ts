import sharp from 'sharp';
import { canvas, corners, photograph } from '../support/pictures.js';
import { blackPng, chunk, withChunks, withSegment } from './broken.js';

/** Stands in every part of a file that must not be kept. */
export const SECRET = 'secret-of-the-patient';

/** A file that is strange, but a picture; `upright` tells how its four corners must lie. */
export interface Taken {
  name: string;
  make: () => Buffer | Promise<Buffer>;
  width: number;
  height: number;
  extension: 'jpg' | 'png' | 'webp';
  upright?: boolean;
  /** Whether {@link SECRET} stands in it as it comes. */
  secret?: boolean;
}

const gps = {
  IFD0: { Artist: SECRET, Make: SECRET },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '12/1 58/1 0/1', GPSLongitudeRef: 'E' },
};
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="${SECRET}"/></rdf:RDF></x:xmpmeta>`;

/** The corners, stored as a camera held in this way stores them, with where it stood. */
const held = async (orientation: number) => {
  const upright = await corners();
  const turned = async (degrees: number) => sharp(upright).rotate(degrees).png().toBuffer();
  const stored = {
    1: sharp(upright),
    2: sharp(upright).flop(),
    3: sharp(upright).rotate(180),
    4: sharp(upright).flip(),
    5: sharp(await turned(90)).flop(),
    6: sharp(upright).rotate(270),
    7: sharp(await turned(270)).flop(),
    8: sharp(upright).rotate(90),
  }[orientation];
  if (!stored) throw new Error('no such orientation');
  const pixels = await stored.png().toBuffer();
  return sharp(pixels).withExif(gps).withMetadata({ orientation });
};

const orientations: Taken[] = [1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => ({
  name: `a photograph with GPS, held in way ${orientation}`,
  make: async () => (await held(orientation)).withExifMerge(gps).jpeg({ quality: 95 }).toBuffer(),
  width: 60,
  height: 40,
  extension: 'jpg',
  upright: true,
  secret: true,
}));

const small = { width: 80, height: 60 };

/** Strange pictures that are taken, made harmless. */
export const taken: Taken[] = [
  ...orientations,
  {
    name: 'a PNG held in way 6',
    make: async () => (await held(6)).withExifMerge(gps).png().toBuffer(),
    width: 60,
    height: 40,
    extension: 'png',
    upright: true,
    secret: true,
  },
  {
    name: 'a WebP held in way 8',
    make: async () => (await held(8)).withExifMerge(gps).webp({ quality: 95 }).toBuffer(),
    width: 60,
    height: 40,
    extension: 'webp',
    upright: true,
    secret: true,
  },
  {
    name: 'a JPEG for the press, in CMYK',
    make: async () =>
      sharp(await corners(80, 60))
        .toColourspace('cmyk')
        .jpeg({ quality: 95 })
        .toBuffer(),
    ...small,
    extension: 'jpg',
  },
  {
    name: 'a PNG of 16 bits',
    make: () => canvas(80, 60).toColourspace('rgb16').png().toBuffer(),
    ...small,
    extension: 'png',
  },
  {
    name: 'a gray PNG of 16 bits',
    make: () => canvas(80, 60).toColourspace('grey16').png().toBuffer(),
    ...small,
    extension: 'png',
  },
  {
    name: 'a photograph with XMP and a colour profile',
    secret: true,
    make: () => canvas(80, 60).withXmp(xmp).withIccProfile('p3').jpeg().toBuffer(),
    ...small,
    extension: 'jpg',
  },
  {
    name: 'a WebP with XMP and a colour profile',
    secret: true,
    make: () => canvas(80, 60).withXmp(xmp).withIccProfile('p3').webp().toBuffer(),
    ...small,
    extension: 'webp',
  },
  {
    name: 'a PNG with texts in it',
    secret: true,
    make: async () =>
      withChunks(
        await canvas(80, 60).png().toBuffer(),
        chunk('tEXt', Buffer.from(`Comment\0${SECRET}`)),
        chunk('iTXt', Buffer.from(`Description\0\0\0\0\0${SECRET}`)),
      ),
    ...small,
    extension: 'png',
  },
  {
    name: 'a JPEG with a script in its comment',
    secret: true,
    make: async () =>
      withSegment(await photograph(80, 60), 0xfe, Buffer.from(`<script>'${SECRET}'</script>`)),
    ...small,
    extension: 'jpg',
  },
  {
    name: 'a JPEG with an application’s own data',
    secret: true,
    make: async () => withSegment(await photograph(80, 60), 0xed, Buffer.from(SECRET)),
    ...small,
    extension: 'jpg',
  },
  {
    name: 'a JPEG that is an HTML page too',
    secret: true,
    make: async () => Buffer.concat([await photograph(80, 60), Buffer.from(`<html>${SECRET}`)]),
    ...small,
    extension: 'jpg',
  },
  {
    name: 'a PNG that is a ZIP too',
    secret: true,
    make: async () =>
      Buffer.concat([
        await canvas(80, 60).png().toBuffer(),
        Buffer.from(`PK\u0003\u0004${SECRET}`),
      ]),
    ...small,
    extension: 'png',
  },
  {
    name: 'a WebP with something behind its end',
    secret: true,
    make: async () => Buffer.concat([await canvas(80, 60).webp().toBuffer(), Buffer.from(SECRET)]),
    ...small,
    extension: 'webp',
  },
  {
    name: 'a JPEG that comes in several passes',
    make: () => canvas(2_400, 1_200).jpeg({ progressive: true }).toBuffer(),
    width: 2_400,
    height: 1_200,
    extension: 'jpg',
  },
  {
    name: 'a gray JPEG',
    make: () => canvas(80, 60).grayscale().jpeg().toBuffer(),
    ...small,
    extension: 'jpg',
  },
  {
    name: 'a PNG that one can see through',
    make: () => canvas(80, 60).ensureAlpha(0.5).png().toBuffer(),
    ...small,
    extension: 'png',
  },
  {
    name: 'a PNG with a palette',
    make: () => canvas(80, 60).png({ palette: true, colours: 8 }).toBuffer(),
    ...small,
    extension: 'png',
  },
  { name: 'a single pixel', make: () => blackPng(1, 1), width: 1, height: 1, extension: 'png' },
  {
    name: 'a thread of 3 × 20,000',
    make: () => blackPng(3, 20_000),
    width: 3,
    height: 20_000,
    extension: 'png',
  },
  {
    name: 'exactly 40 megapixels',
    make: () => blackPng(8_000, 5_000),
    width: 8_000,
    height: 5_000,
    extension: 'png',
  },
];
