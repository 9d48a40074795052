import { describe, expect, it } from '@jest/globals';
import { RomanKeyIndex } from './roman-key-index.js';

describe('RomanKeyIndex', () => {
  it('keeps words of one sound together and forgets a key with its last word', () => {
    const roman = new RomanKeyIndex();
    roman.onWordAdded(1, 'ಮಧುಮೇಹ');
    roman.onWordAdded(2, 'ಮದುಮೆಹ');
    roman.onWordAdded(3, 'fever');
    const key = roman.lexicon.findId('madumeha') ?? -1;
    expect(roman.getWords(key)).toEqual([1, 2]);
    roman.onWordRemoved(1, 'ಮಧುಮೇಹ');
    expect(roman.getWords(key)).toEqual([2]);
    roman.onWordRemoved(2, 'ಮದುಮೆಹ');
    roman.onWordRemoved(3, 'fever');
    expect(roman.lexicon.size).toBe(0);
  });
});
