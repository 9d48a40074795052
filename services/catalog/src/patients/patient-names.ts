import { createHash } from 'node:crypto';
import { fold } from '@ctdb/contracts';
import { toSoundKey } from '../diseases/search/sound-key.js';
import { joinPairs, tokenize } from '../diseases/search/tokenize.js';

const graphemes = new Intl.Segmenter('kn', { granularity: 'grapheme' });
const VIRAMA = '\u0ccd';

// A conjunct such as ಶ್ರೀ is one letter to its reader, whatever the segmenter's Unicode version says.
const firstLetter = (word: string): string => {
  let letter = '';
  for (const { segment } of graphemes.segment(word)) {
    letter += segment;
    if (!segment.replace(/[\u200c\u200d]$/, '').endsWith(VIRAMA)) break;
  }
  // A word that ends in a virama (ಕ್) keeps it; a joiner at the end would show nothing.
  return letter.replace(/[\u200c\u200d]+$/, '').toUpperCase();
};

/** "Ravi Kumar" → "R. K."; "ಶ್ರೀ ರವಿ" → "ಶ್ರೀ. ರ."; a name without letters → "•". */
export const initials = (name: string): string => {
  const words = name.match(/[\p{L}\p{M}\u200c\u200d]+/gu) ?? [];
  return words.map((word) => `${firstLetter(word)}.`).join(' ') || '•';
};

/** The words of a name, each two as one too, and how they sound: the same in both scripts. */
export const nameWords = (name: string): string[] => {
  const words = tokenize(name);
  const all = [...words, ...joinPairs(words)];
  return [...new Set(all.flatMap((word) => [word, toSoundKey(word) ?? word]))];
};

/** What a patient has of its name beside the key. */
export const nameFields = (name: string) => ({
  name,
  sortName: fold(name),
  searchWords: nameWords(name),
});

/** Keys of this version lie between these texts, those of earlier ones do not; see `foldPatientKeys`. */
export const patientKeyRange = { from: '2.', to: '2/' } as const;

/** Equal for names that are the same text (see `fold`); counts patients. Never leaves this service. */
export const patientKey = (name: string): string => {
  const hash = createHash('sha256').update(fold(name)).digest('base64url');
  return `${patientKeyRange.from}${hash.slice(0, 22)}`;
};
