import { availableParallelism } from 'node:os';
import { InFlightTracker } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { DISPLAY_PIXELS } from '@ctdb/contracts';
import type { ImageInfo } from './inspect-image.js';

// Measured with libvips 8.18: peak memory above that of the process at rest; bytes, or bytes per pixel.
/** Rows between one step and the next. */
const ROWS = 14_000_000;
/** Coefficients of a progressive JPEG, for each value. */
const COEFFICIENT = 2;
/** The WebP encoder keeps several copies. */
const WEBP_ENCODER = 9;
/** The same with the pixels of its input. */
const WEBP = 12;

const decodedBytes = ({ pixels, channels, bytesPerChannel }: ImageInfo): number =>
  pixels * channels * bytesPerChannel;

/** Memory before the first row is decoded. */
const readingCost = (info: ImageInfo): number => {
  if (!info.isProgressive) return 0;
  if (info.kind === 'png') return decodedBytes(info);
  const values = info.isSubsampled ? 1.5 : info.channels;
  return info.pixels * values * COEFFICIENT;
};

/** Memory to encode the master; bytes. Most pictures pass through row by row. */
export const masterMemory = (info: ImageInfo): number => {
  const { kind, pixels, needsRotation, fileBytes } = info;
  const whole = decodedBytes(info);
  const turning = needsRotation ? whole : 0;
  const webp = kind === 'webp' ? whole + pixels * WEBP_ENCODER : 0;
  return ROWS + fileBytes + readingCost(info) + turning + webp;
};

/** Memory to encode the smaller sizes; bytes. JPEG and WebP are decoded in a smaller size. */
export const renditionMemory = (info: ImageInfo): number => {
  const { kind, pixels, longestSide, needsRotation } = info;
  const scale = Math.min(1, DISPLAY_PIXELS / longestSide);
  const display = pixels * scale * scale * WEBP;
  const turning = needsRotation && kind === 'png' ? decodedBytes(info) : 0;
  return display + readingCost(info) + turning;
};

/** For all pictures together, beside some 150 MB of the process at rest. */
const MEMORY_BUDGET_BYTES = 160_000_000;

/**
 * Limits the memory of pictures that are processed at once. Work starts in order, so that a huge picture
 * is not overtaken for ever. Work that needs more than the budget runs alone.
 */
@Injectable()
export class MemoryLimiter {
  private used = 0;
  private running = 0;
  private readonly waiting: { bytes: number; start: () => void }[] = [];
  /** More than the processors only evict each other's caches. */
  private readonly maxRunning = Math.max(2, availableParallelism());

  /** @param bytes the memory that `work` needs */
  async run<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    const counted = Math.min(Math.max(1, bytes), MEMORY_BUDGET_BYTES);
    await new Promise<void>((start) => {
      this.waiting.push({ bytes: counted, start });
      this.startNext();
    });
    try {
      return await work();
    } finally {
      this.used -= counted;
      this.running -= 1;
      this.startNext();
    }
  }

  private startNext(): void {
    while (this.running < this.maxRunning) {
      const [next] = this.waiting;
      if (!next || this.used + next.bytes > MEMORY_BUDGET_BYTES) return;
      this.waiting.shift();
      this.used += next.bytes;
      this.running += 1;
      next.start();
    }
  }
}

/** The work of this process that a user waits for. Other work gives way to it. */
@Injectable()
export class InteractiveWork extends InFlightTracker {}
