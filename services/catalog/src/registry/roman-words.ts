import type { WordListener } from './inverted-index.js';
import { Lexicon } from './lexicon.js';
import { romanKeyOf } from './roman-key.js';

/** From romanised keys to the Kannada words that sound like them. */
export class RomanWords implements WordListener {
  readonly lexicon = new Lexicon();
  private readonly words: number[][] = [];

  /** Numbers of the words under a key, by the key's number in {@link lexicon}. */
  wordsOf(key: number): readonly number[] {
    return this.words[key] ?? [];
  }

  appeared(number: number, word: string): void {
    const key = romanKeyOf(word);
    if (key === undefined) return;
    const found = this.lexicon.numberOf(key);
    if (found === undefined) this.words[this.lexicon.add(key)] = [number];
    else this.words[found]?.push(number);
  }

  vanished(number: number, word: string): void {
    const key = romanKeyOf(word);
    const found = key === undefined ? undefined : this.lexicon.numberOf(key);
    if (found === undefined) return;
    const left = this.wordsOf(found).filter((other) => other !== number);
    this.words[found] = left;
    if (left.length === 0) this.lexicon.remove(found);
  }
}
