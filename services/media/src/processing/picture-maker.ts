import { DISPLAY_PIXELS, THUMBNAIL_PIXELS } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { derivedCost, masterCost } from './costs.js';
import { judge, judgeUpload, MAX_PIXELS, notSupported, type Verdict } from './judge.js';
import type { Kind } from './kind.js';
import { MemoryGate } from './memory-gate.js';

/** One encoded picture. */
export interface Encoded {
  bytes: Buffer;
  kind: Kind;
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
const DEADLINE_S = 20;

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
    .timeout({ seconds: DEADLINE_S });

const fitting = (picture: Sharp, side: number): Sharp =>
  picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });

const inOwnFormat = (picture: Sharp, kind: Kind): Sharp => {
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
export class PictureMaker {
  constructor(private readonly gate: MemoryGate) {}

  /**
   * Judges a file and makes master, display size and thumbnail of it, all without metadata.
   * Throws `IMAGE_NOT_SUPPORTED`, `IMAGE_TOO_LARGE`, `IMAGE_TOO_MANY_PIXELS`.
   */
  async make(file: Buffer): Promise<Renditions> {
    const verdict = await judgeUpload(file);
    const [{ data: bytes, info }, derived] = await Promise.all([
      this.master(file, verdict),
      this.derived(file, verdict),
    ]);
    const { width, height } = info;
    return { master: { bytes, kind: verdict.kind }, width, height, ...derived };
  }

  /** Makes display size and thumbnail anew from a right master, which may be larger than an upload. */
  async derive(master: Buffer): Promise<DerivedSizes> {
    return this.derived(master, await judge(master));
  }

  private master(file: Buffer, verdict: Verdict): Promise<{ data: Buffer; info: OutputInfo }> {
    const make = () => inOwnFormat(open(file), verdict.kind).toBuffer({ resolveWithObject: true });
    return this.gate.within(masterCost(verdict), () => decoding(make));
  }

  /** The file is decoded as small as its format allows; the thumbnail is made of the display size. */
  private derived(file: Buffer, verdict: Verdict): Promise<DerivedSizes> {
    return this.gate.within(derivedCost(verdict), async () => {
      const display = await decoding(() => encode(fitting(open(file), DISPLAY_PIXELS), 82));
      const thumb = await encode(fitting(sharp(display.bytes), THUMBNAIL_PIXELS), 78);
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
