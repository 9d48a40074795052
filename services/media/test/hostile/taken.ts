import sharp from 'sharp';
import { canvas, corners, photograph } from '../support/pictures.js';
import { animationControl, blackPng, chunk, withChunks, withSegment } from './broken.js';

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

/** By how many degrees a camera turns a picture, by the way in which it is held. */
const DEGREES = [0, 0, 180, 180, 90, 270, 270, 90];

/** The corners, stored as a camera held in this way stores them, with where it stood. */
const held = async (orientation: number) => {
  const degrees = DEGREES[orientation - 1];
  const isMirrored = [2, 4, 5, 7].includes(orientation);
  const turned = await sharp(await corners())
    .rotate(degrees)
    .png()
    .toBuffer();
  const pixels = await sharp(turned).flop(isMirrored).png().toBuffer();
  return sharp(pixels).withExif(gps).withMetadata({ orientation });
};

const take = (
  name: string,
  kind: Taken['kind'],
  make: Taken['make'],
  differs: Partial<Taken> = {},
): Taken => ({ name, kind, make, width: 80, height: 60, ...differs });

const secret = { secret: true };
const cornersHeld = { width: 60, height: 40, upright: true, secret: true };
/** A picture with GPS, held in a way. */
const withPlace = (kind: Taken['kind'], way: number): Taken => {
  const make = async () =>
    (await held(way)).withExifMerge(gps).toFormat(kind, { quality: 95 }).toBuffer();
  return take(`a ${kind} with GPS, held in way ${way}`, kind, make, cornersHeld);
};
const withData = async (marker: number, data: string) =>
  withSegment(await photograph(80, 60), marker, Buffer.from(data));
const jpeg = () => photograph(80, 60);
const png = () => canvas(80, 60).png().toBuffer();
const webp = () => canvas(80, 60).webp().toBuffer();
const profiled = () => canvas(80, 60).withXmp(xmp).withIccProfile('p3');
const append = async (file: Promise<Buffer>, text: string) =>
  Buffer.concat([await file, Buffer.from(text)]);
const ofSize = (
  kind: Taken['kind'],
  width: number,
  height: number,
  make: Taken['make'] = () => blackPng(width, height),
) => take(`a ${kind} of ${width} × ${height}`, kind, make, { width, height });
const texts = () => [
  chunk('tEXt', Buffer.from(`Comment\0${SECRET}`)),
  chunk('iTXt', Buffer.from(`Description\0\0\0\0\0${SECRET}`)),
];

/** Strange pictures that are taken, made harmless. */
export const taken: Taken[] = [
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((way) => withPlace('jpeg', way)),
  withPlace('png', 6),
  withPlace('webp', 8),
  take('a PNG of 16 bits', 'png', () => canvas(80, 60).toColourspace('rgb16').png().toBuffer()),
  take('a gray PNG of 16 bits', 'png', () =>
    canvas(80, 60).toColourspace('grey16').png().toBuffer(),
  ),
  take('a JPEG with XMP and a profile', 'jpeg', () => profiled().jpeg().toBuffer(), secret),
  take('a WebP with XMP and a profile', 'webp', () => profiled().webp().toBuffer(), secret),
  take('a PNG with texts in it', 'png', async () => withChunks(await png(), ...texts()), secret),
  take(
    'a JPEG with a script as comment',
    'jpeg',
    () => withData(0xfe, `<script>'${SECRET}'`),
    secret,
  ),
  take('a JPEG with an application’s own data', 'jpeg', () => withData(0xed, SECRET), secret),
  take('a PNG with the name of a chunk in a text, and the chunk behind its end', 'png', async () =>
    Buffer.concat([
      withChunks(await png(), chunk('tEXt', Buffer.from('a\0acTL'))),
      animationControl(),
    ]),
  ),
  take('a JPEG that is an HTML page too', 'jpeg', () => append(jpeg(), `<html>${SECRET}`), secret),
  take('a PNG that is a ZIP too', 'png', () => append(png(), `PK\u0003\u0004${SECRET}`), secret),
  take('a WebP with something behind its end', 'webp', () => append(webp(), SECRET), secret),
  ofSize('jpeg', 1_700, 850, () => canvas(1_700, 850).jpeg({ progressive: true }).toBuffer()),
  take('a gray JPEG', 'jpeg', () => canvas(80, 60).grayscale().jpeg().toBuffer()),
  take('a PNG that one can see through', 'png', () =>
    canvas(80, 60).ensureAlpha(0.5).png().toBuffer(),
  ),
  take('a PNG with a palette', 'png', () =>
    canvas(80, 60).png({ palette: true, colours: 8 }).toBuffer(),
  ),
  ofSize('png', 1, 1),
  ofSize('png', 3, 20_000),
  // Exactly 40 megapixels.
  ofSize('png', 8_000, 5_000),
];
