import sharp from 'sharp';
import { canvas, corners, photograph } from '../support/pictures.js';
import { blackPng, chunk, withChunks, withSegment } from './broken.js';

/** Stands in every part of a file that must not be kept. */
export const SECRET = 'secret-of-the-patient';

/** A file that is strange, but a picture of 80 × 60, unless it says otherwise. */
export interface Taken {
  name: string;
  kind: 'jpeg' | 'png' | 'webp';
  make: () => Buffer | Promise<Buffer>;
  width: number;
  height: number;
  /** Whether its four corners must lie as {@link corners} draws them. */
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

const take = (
  name: string,
  kind: Taken['kind'],
  make: Taken['make'],
  differs: Partial<Taken> = {},
): Taken => ({ name, kind, make, width: 80, height: 60, ...differs });

const SECRET_BYTES = Buffer.from(SECRET);
const secret = { secret: true };
const cornersHeld = { width: 60, height: 40, upright: true, secret: true };
const jpeg = () => photograph(80, 60);
const png = () => canvas(80, 60).png().toBuffer();
const webp = () => canvas(80, 60).webp().toBuffer();
const profiled = () => canvas(80, 60).withXmp(xmp).withIccProfile('p3');
const append = async (file: Promise<Buffer>, text: string) =>
  Buffer.concat([await file, Buffer.from(text)]);
const texts = () => [
  chunk('tEXt', Buffer.from(`Comment\0${SECRET}`)),
  chunk('iTXt', Buffer.from(`Description\0\0\0\0\0${SECRET}`)),
];
const script = () => Buffer.from(`<script>'${SECRET}'</script>`);

/** Strange pictures that are taken, made harmless. */
export const taken: Taken[] = [
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((way) =>
    take(
      `a photograph with GPS, held in way ${way}`,
      'jpeg',
      async () => (await held(way)).withExifMerge(gps).jpeg({ quality: 95 }).toBuffer(),
      cornersHeld,
    ),
  ),
  take(
    'a PNG held in way 6',
    'png',
    async () => (await held(6)).withExifMerge(gps).png().toBuffer(),
    cornersHeld,
  ),
  take(
    'a WebP held in way 8',
    'webp',
    async () => (await held(8)).withExifMerge(gps).webp({ quality: 95 }).toBuffer(),
    cornersHeld,
  ),
  take('a JPEG for the press, in CMYK', 'jpeg', async () =>
    sharp(await corners(80, 60))
      .toColourspace('cmyk')
      .jpeg({ quality: 95 })
      .toBuffer(),
  ),
  take('a PNG of 16 bits', 'png', () => canvas(80, 60).toColourspace('rgb16').png().toBuffer()),
  take('a gray PNG of 16 bits', 'png', () =>
    canvas(80, 60).toColourspace('grey16').png().toBuffer(),
  ),
  take('a JPEG with XMP and a profile', 'jpeg', () => profiled().jpeg().toBuffer(), secret),
  take('a WebP with XMP and a profile', 'webp', () => profiled().webp().toBuffer(), secret),
  take('a PNG with texts in it', 'png', async () => withChunks(await png(), ...texts()), secret),
  take(
    'a JPEG with a script in its comment',
    'jpeg',
    async () => withSegment(await jpeg(), 0xfe, script()),
    secret,
  ),
  take(
    'a JPEG with an application’s own data',
    'jpeg',
    async () => withSegment(await jpeg(), 0xed, SECRET_BYTES),
    secret,
  ),
  take('a JPEG that is an HTML page too', 'jpeg', () => append(jpeg(), `<html>${SECRET}`), secret),
  take('a PNG that is a ZIP too', 'png', () => append(png(), `PK\u0003\u0004${SECRET}`), secret),
  take('a WebP with something behind its end', 'webp', () => append(webp(), SECRET), secret),
  take(
    'a JPEG that comes in several passes',
    'jpeg',
    () => canvas(1_700, 850).jpeg({ progressive: true }).toBuffer(),
    { width: 1_700, height: 850 },
  ),
  take('a gray JPEG', 'jpeg', () => canvas(80, 60).grayscale().jpeg().toBuffer()),
  take('a PNG that one can see through', 'png', () =>
    canvas(80, 60).ensureAlpha(0.5).png().toBuffer(),
  ),
  take('a PNG with a palette', 'png', () =>
    canvas(80, 60).png({ palette: true, colours: 8 }).toBuffer(),
  ),
  ...[
    [1, 1],
    [3, 20_000],
    // Exactly 40 megapixels.
    [8_000, 5_000],
  ].map(([width = 0, height = 0]) =>
    take(`a picture of ${width} × ${height}`, 'png', () => blackPng(width, height), {
      width,
      height,
    }),
  ),
];
