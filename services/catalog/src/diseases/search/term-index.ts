import { InvertedIndex } from './inverted-index.js';
import { Lexicon } from './lexicon.js';
import type { MatchedWords } from './matched-words.js';
import { MIN_JOINED_START } from './name-words.js';
import { wordsWithOneTypo } from './one-typo.js';
import { toSoundKey, toSoundTerm } from './sound-key.js';
import { kinds, type MatchKind } from './tiers.js';

/** Longer terms are not taken apart. */
const MAX_JOINED = 60;
const VIRAMA = '\u0ccd';

/** A term as the beginning of a word: while a Kannada letter is being typed it may still end in a virama. */
function prefixForm(term: string): string {
  return term.length > 1 && term.endsWith(VIRAMA) ? term.slice(0, -1) : term;
}

/** The words of some fields, and every way in which a query term finds them. */
export class TermIndex extends InvertedIndex {
  /** Keys of sounds. */
  private readonly sounds = new Lexicon();
  /** By the number of a key in {@link sounds}, the words that sound so. */
  private readonly wordsOfSound: number[][] = [];

  override get byteLength(): number {
    return super.byteLength + this.sounds.byteLength;
  }

  sortPending(): void {
    this.lexicon.sortPending();
    this.sounds.sortPending();
  }

  /** Adds every word that is or begins with `term`, or sounds so. */
  match(term: string, matched: MatchedWords): void {
    const { lexicon } = this;
    const whole = lexicon.findId(term);
    if (whole !== undefined) matched.add(whole, kinds.exact, true);
    lexicon.forEachIn(lexicon.prefixRange(prefixForm(term)), (word) => {
      matched.add(word, kinds.exact, false);
    });
    const { whole: sounds, prefixes } = toSoundTerm(term);
    for (const key of sounds) {
      const number = this.sounds.findId(key);
      if (number !== undefined) this.addSound(number, kinds.sound, true, matched);
    }
    for (const prefix of prefixes)
      this.sounds.forEachIn(this.sounds.prefixRange(prefix), (key) => {
        this.addSound(key, kinds.sound, false, matched);
      });
  }

  /** Adds every word that answers to `term` with one wrong letter. */
  matchTypos(term: string, matched: MatchedWords): void {
    const { lexicon } = this;
    wordsWithOneTypo(lexicon, term, (range, depth) => {
      lexicon.forEachIn(range, (word) => {
        matched.add(word, kinds.typo, lexicon.getWord(word).length === depth);
      });
    });
    for (const stem of toSoundTerm(term).typos)
      wordsWithOneTypo(this.sounds, stem, (range, depth) => {
        this.sounds.forEachIn(range, (key) => {
          const isWhole = isSameButFinalA(this.sounds.getWord(key), depth);
          this.addSound(key, kinds.soundTypo, isWhole, matched);
        });
      });
  }

  /** Words that may be the first two of `term`, if it is several words that are typed as one. */
  findJoined(term: string): { first: number; second: ReadonlySet<number> }[] {
    if (term.length > MAX_JOINED) return [];
    /** By position, the words that the rest of the term may begin with. */
    const found: Set<number>[] = [];
    for (let from = term.length - 1; from > 0; from--) {
      const rest = term.slice(from);
      const words = new Set<number>();
      for (let to = from + 1; to <= term.length; to++) {
        const word = this.lexicon.findId(term.slice(from, to));
        const isPossible = to === term.length || (found[to]?.size ?? 0) > 0;
        if (word !== undefined && isPossible) words.add(word);
      }
      if (rest.length >= MIN_JOINED_START)
        this.lexicon.forEachIn(this.lexicon.prefixRange(rest), (word) => words.add(word));
      found[from] = words;
    }
    return found.flatMap((second, to) => {
      const first = this.lexicon.findId(term.slice(0, to));
      return first === undefined || second.size === 0 ? [] : [{ first, second }];
    });
  }

  protected override addWord(word: string): number {
    const number = super.addWord(word);
    const sound = toSoundKey(word);
    if (sound === undefined) return number;
    const key = this.sounds.findId(sound);
    if (key === undefined) this.wordsOfSound[this.sounds.add(sound)] = [number];
    else this.wordsOfSound[key]?.push(number);
    return number;
  }

  protected override removeWord(number: number, word: string): void {
    super.removeWord(number, word);
    const sound = toSoundKey(word);
    const key = sound === undefined ? undefined : this.sounds.findId(sound);
    if (key === undefined) return;
    const left = this.wordsOfSound[key]?.filter((other) => other !== number) ?? [];
    this.wordsOfSound[key] = left;
    if (left.length === 0) this.sounds.remove(key);
  }

  /** Adds the words that sound as a key. */
  private addSound(key: number, kind: MatchKind, isWhole: boolean, matched: MatchedWords): void {
    for (const word of this.wordsOfSound[key] ?? []) matched.add(word, kind, isWhole);
  }
}

/** Whether a key ends at `length`, or there follows only the `a` that many leave out. */
function isSameButFinalA(key: string, length: number): boolean {
  return key.length === length || (key.length === length + 1 && key.endsWith('a'));
}
