import { describe, expect, it } from '@jest/globals';
import { RomanWords } from './roman-words.js';

describe('RomanWords', () => {
  it('keep words of one sound together and forget a key with its last word', () => {
    const roman = new RomanWords();
    roman.appeared(1, 'ಮಧುಮೇಹ');
    roman.appeared(2, 'ಮದುಮೆಹ');
    roman.appeared(3, 'fever');
    const key = roman.lexicon.numberOf('madumeha') ?? -1;
    expect(roman.wordsOf(key)).toEqual([1, 2]);
    roman.vanished(1, 'ಮಧುಮೇಹ');
    expect(roman.wordsOf(key)).toEqual([2]);
    roman.vanished(2, 'ಮದುಮೆಹ');
    roman.vanished(3, 'fever');
    expect(roman.lexicon.size).toBe(0);
  });
});
