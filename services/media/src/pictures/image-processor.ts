import { DISPLAY_PIXELS, MAX_IMAGE_BYTES, THUMBNAIL_PIXELS, type ImageSize } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import {
  type ImageFormat,
  type ImageInfo,
  inspectImage,
  markYcck,
  MAX_PIXELS,
} from './inspect-image.js';
import { masterMemory, MemoryLimiter, renditionMemory } from './memory-limiter.js';
import { toRejectionError } from './rejection.js';

export interface Encoded {
  bytes: Buffer;
  kind: ImageFormat;
}

type DerivedSizes = Record<'display' | 'thumb', Encoded>;

/** The encoded sizes of an image, and the size of its master in pixels. */
export type Renditions = Record<ImageSize, Encoded> & Record<'width' | 'height', number>;

const TIMEOUT_SECONDS = 20;

// One thread for each picture and no cache, because MemoryLimiter limits the memory.
sharp.concurrency(1);
sharp.cache(false);
// Only the decoders of the three formats are allowed.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });

/** Upright, in sRGB with 8 bits, without metadata; CMYK by its profile, or else by that of libvips. */
const open = (file: Buffer, failOn: 'error' | 'warning' = 'error'): Sharp =>
  sharp(file, { limitInputPixels: MAX_PIXELS, failOn, sequentialRead: true })
    .autoOrient()
    .toColourspace('srgb')
    .timeout({ seconds: TIMEOUT_SECONDS });

const resizeInside = (picture: Sharp, side: number): Sharp =>
  picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });

const encodeSameFormat = (picture: Sharp, kind: ImageFormat): Sharp => {
  // Optimised coding needs 80 MB for a photograph and saves a tenth of the file.
  if (kind === 'jpeg') return picture.jpeg({ quality: 92, optimiseCoding: false });
  if (kind === 'png') return picture.png({ compressionLevel: 6 });
  return picture.webp({ quality: 92, effort: 3 });
};

const encode = async (picture: Sharp, quality: number): Promise<Encoded> => ({
  bytes: await picture.webp({ quality, effort: 3 }).toBuffer(),
  kind: 'webp',
});

/** Re-encodes uploads. */
@Injectable()
export class ImageProcessor {
  constructor(private readonly memory: MemoryLimiter) {}

  /**
   * Inspects a file and encodes master, display size and thumbnail, all without metadata. Throws
   * `IMAGE_NOT_SUPPORTED`, `IMAGE_INCOMPLETE`, `IMAGE_TOO_LARGE`, `IMAGE_TOO_MANY_PIXELS`.
   */
  async process(upload: Buffer): Promise<Renditions> {
    if (upload.length > MAX_IMAGE_BYTES) throw toRejectionError('IMAGE_TOO_LARGE');
    const info = await inspectImage(upload);
    const file = info.kind === 'jpeg' ? markYcck(upload) : upload;
    const [{ data: bytes, info: output }, derived] = await Promise.all([
      this.encodeMaster(file, info),
      this.encodeRenditions(file, info),
    ]);
    const { width, height } = output;
    return { master: { bytes, kind: info.kind }, width, height, ...derived };
  }

  /** Encodes display size and thumbnail of a master, which may be larger than an upload. */
  async createRenditions(master: Buffer): Promise<DerivedSizes> {
    return this.encodeRenditions(master, await inspectImage(master));
  }

  private encodeMaster(file: Buffer, info: ImageInfo): Promise<{ data: Buffer; info: OutputInfo }> {
    const make = (failOn: 'error' | 'warning') =>
      encodeSameFormat(open(file, failOn), info.kind).toBuffer({ resolveWithObject: true });
    // If a JPEG has an end marker, its decoder only warns that pixels are missing before it.
    const makeComplete = () =>
      make('warning').catch((error: unknown) => {
        if (isIncomplete(error)) throw error;
        return make('error');
      });
    return this.memory.run(masterMemory(info), () => decoding(makeComplete));
  }

  /** The thumbnail is made of the display size. */
  private encodeRenditions(file: Buffer, info: ImageInfo): Promise<DerivedSizes> {
    return this.memory.run(renditionMemory(info), async () => {
      const display = await decoding(() => encode(resizeInside(open(file), DISPLAY_PIXELS), 82));
      const thumb = await encode(resizeInside(sharp(display.bytes), THUMBNAIL_PIXELS), 78);
      return { display, thumb };
    });
  }
}

/** Whether the decoder of JPEG missed pixels; libvips says so only in its message. */
const isIncomplete = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('premature end');

/** A file that cannot be decoded, or not in time, is not supported. */
const decoding = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw toRejectionError(isIncomplete(error) ? 'IMAGE_INCOMPLETE' : 'IMAGE_NOT_SUPPORTED');
  }
};
