import { enlarge } from './bitmap.js';
import type { MatchKind } from './tiers.js';

/** Bits of a mask: one for each kind in which the beginning of a word answers, then for the whole word. */
const WHOLE_SHIFT = 4;
const STARTS = 15;

/** The best kind of four bits. */
function toBestKind(bits: number): MatchKind | undefined {
  return bits === 0 ? undefined : ((31 - Math.clz32(bits & -bits)) as MatchKind);
}

/** The words that answer to one term, each once, with the kinds in which they do. The object is reused. */
export class MatchedWords {
  private readonly found: number[] = [];
  private masks = new Uint8Array(1024);

  get words(): readonly number[] {
    return this.found;
  }

  add(word: number, kind: MatchKind, whole: boolean): void {
    if (word >= this.masks.length)
      this.masks = enlarge(this.masks, Math.max(word + 1, this.masks.length * 2));
    const mask = this.masks[word] as number;
    if (mask === 0) this.found.push(word);
    const start = 1 << kind;
    this.masks[word] = mask | start | (whole ? start << WHOLE_SHIFT : 0);
  }

  /** How the word as a whole answers to the term. */
  getWhole(word: number): MatchKind | undefined {
    return toBestKind((this.masks[word] ?? 0) >>> WHOLE_SHIFT);
  }

  /** How the word answers if it may go on after the term. */
  getStart(word: number): MatchKind | undefined {
    return toBestKind((this.masks[word] ?? 0) & STARTS);
  }

  clear(): void {
    for (const word of this.found) this.masks[word] = 0;
    this.found.length = 0;
  }
}
