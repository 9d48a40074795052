import type { WordListener } from './inverted-index.js';
import { Lexicon } from './lexicon.js';
import { toSoundKey } from './sound-key.js';

/** From keys of sounds to the words that sound so. */
export class SoundIndex implements WordListener {
  readonly lexicon = new Lexicon();
  private readonly words: number[][] = [];

  /** Numbers of the words under a key, by the key's number in {@link lexicon}. */
  getWords(key: number): readonly number[] {
    return this.words[key] ?? [];
  }

  onWordAdded(number: number, word: string): void {
    const key = toSoundKey(word);
    if (key === undefined) return;
    const found = this.lexicon.findId(key);
    if (found === undefined) this.words[this.lexicon.add(key)] = [number];
    else this.words[found]?.push(number);
  }

  onWordRemoved(number: number, word: string): void {
    const key = toSoundKey(word);
    const found = key === undefined ? undefined : this.lexicon.findId(key);
    if (found === undefined) return;
    const left = this.getWords(found).filter((other) => other !== number);
    this.words[found] = left;
    if (left.length === 0) this.lexicon.remove(found);
  }
}
