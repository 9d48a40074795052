import { expect, it } from 'vitest';
import { SoundIndex } from './sound-index.js';

it('SoundIndex keeps words of one sound together and forgets a key with its last word', () => {
  const sounds = new SoundIndex();
  sounds.onWordAdded(1, 'ಮಧುಮೇಹ');
  sounds.onWordAdded(2, 'ಮದುಮೆಹ');
  sounds.onWordAdded(3, '2000');
  const key = sounds.lexicon.findId('madumeha') ?? -1;
  expect(sounds.getWords(key)).toEqual([1, 2]);
  sounds.onWordRemoved(1, 'ಮಧುಮೇಹ');
  expect(sounds.getWords(key)).toEqual([2]);
  sounds.onWordRemoved(2, 'ಮದುಮೆಹ');
  sounds.onWordRemoved(3, '2000');
  expect(sounds.lexicon.size).toBe(0);
});
