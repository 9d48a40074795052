import { DISPLAY_PIXELS, THUMBNAIL_PIXELS } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import type { ImageFormat } from './image-format.js';
import {
  inspectImage,
  MAX_PIXELS,
  notSupported,
  validateUpload,
  type ImageInfo,
} from './inspect-image.js';
import { masterMemory, renditionMemory } from './memory-estimate.js';
import { MemoryLimiter } from './memory-limiter.js';

/** One encoded picture. */
export interface Encoded {
  bytes: Buffer;
  kind: ImageFormat;
}

/** The sizes that are made of a master. */
export interface DerivedSizes {
  display: Encoded;
  thumb: Encoded;
}

/** All that is kept of an upload. */
export interface Renditions extends DerivedSizes {
  master: Encoded;
  width: number;
  height: number;
}

/** How long the work on one picture may take; seconds. */
const TIMEOUT_SECONDS = 20;

// One thread for each picture, and nothing kept between them: the memory is bounded by the gate.
sharp.concurrency(1);
sharp.cache(false);
// No reader but those of the three kinds, whatever a file looks like to the library.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
});

/** Upright, in sRGB with 8 bits; whatever else the file says of itself is left behind. */
const open = (file: Buffer): Sharp =>
  sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .toColourspace('srgb')
    .timeout({ seconds: TIMEOUT_SECONDS });

const resizeInside = (picture: Sharp, side: number): Sharp =>
  picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });

const encodeSameFormat = (picture: Sharp, kind: ImageFormat): Sharp => {
  // The best coding would need all coefficients in memory, 80 MB for a photograph, to save a tenth of the file.
  if (kind === 'jpeg') return picture.jpeg({ quality: 92, optimiseCoding: false });
  if (kind === 'png') return picture.png({ compressionLevel: 6 });
  return picture.webp({ quality: 92, effort: 3 });
};

const encode = async (picture: Sharp, quality: number): Promise<Encoded> => ({
  bytes: await picture.webp({ quality, effort: 3 }).toBuffer(),
  kind: 'webp',
});

/** Makes what is kept of a picture out of what was uploaded. */
@Injectable()
export class ImageProcessor {
  constructor(private readonly memory: MemoryLimiter) {}

  /**
   * Judges a file and makes master, display size and thumbnail of it, all without metadata.
   * Throws `IMAGE_NOT_SUPPORTED`, `IMAGE_TOO_LARGE`, `IMAGE_TOO_MANY_PIXELS`.
   */
  async process(file: Buffer): Promise<Renditions> {
    const info = await validateUpload(file);
    const [{ data: bytes, info: output }, derived] = await Promise.all([
      this.encodeMaster(file, info),
      this.encodeRenditions(file, info),
    ]);
    const { width, height } = output;
    return { master: { bytes, kind: info.kind }, width, height, ...derived };
  }

  /** Makes display size and thumbnail anew from a right master, which may be larger than an upload. */
  async createRenditions(master: Buffer): Promise<DerivedSizes> {
    return this.encodeRenditions(master, await inspectImage(master));
  }

  private encodeMaster(file: Buffer, info: ImageInfo): Promise<{ data: Buffer; info: OutputInfo }> {
    const make = () =>
      encodeSameFormat(open(file), info.kind).toBuffer({ resolveWithObject: true });
    return this.memory.run(masterMemory(info), () => decoding(make));
  }

  /** The file is decoded as small as its format allows; the thumbnail is made of the display size. */
  private encodeRenditions(file: Buffer, info: ImageInfo): Promise<DerivedSizes> {
    return this.memory.run(renditionMemory(info), async () => {
      const display = await decoding(() => encode(resizeInside(open(file), DISPLAY_PIXELS), 82));
      const thumb = await encode(resizeInside(sharp(display.bytes), THUMBNAIL_PIXELS), 78);
      return { display, thumb };
    });
  }
}

/** What cannot be decoded to its end, or not in time, is no picture for us. */
const decoding = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch {
    throw notSupported();
  }
};
