import { Injectable } from '@nestjs/common';

/** How many pixels may be worked on at once: two photographs of a telephone, or one huge picture. */
const MOST_PIXELS = 26_000_000;

interface Waiting {
  pixels: number;
  enter: () => void;
}

/**
 * Bounds the memory that decoded pictures take. First come, first served: a huge picture waits until
 * the others are done, and is not overtaken for ever. One that is larger than all is let in alone.
 */
@Injectable()
export class PixelGate {
  private used = 0;
  private readonly waiting: Waiting[] = [];

  async within<T>(pixels: number, work: () => Promise<T>): Promise<T> {
    const counted = Math.min(Math.max(1, pixels), MOST_PIXELS);
    await new Promise<void>((enter) => {
      this.waiting.push({ pixels: counted, enter });
      this.admit();
    });
    try {
      return await work();
    } finally {
      this.used -= counted;
      this.admit();
    }
  }

  private admit(): void {
    for (;;) {
      const [next] = this.waiting;
      if (!next || this.used + next.pixels > MOST_PIXELS) return;
      this.waiting.shift();
      this.used += next.pixels;
      next.enter();
    }
  }
}
