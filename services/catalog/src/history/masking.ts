import type { Subject } from '@ctdb/contracts';
import { subjectKey } from '../store/idempotency.js';

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

/** A patient's name as one viewer may see it. */
export interface ShownName {
  patientName: string;
  patientNameMasked: boolean;
}

/** Administrators see every name, the holder of a pass those entered under the same pass. */
export const nameFor = (
  viewer: Subject,
  entry: { patientName: string; enteredBy?: string | undefined },
): ShownName => {
  const entitled =
    viewer.role === 'admin' || (viewer.role === 'pass' && entry.enteredBy === subjectKey(viewer));
  return {
    patientName: entitled ? entry.patientName : initials(entry.patientName),
    patientNameMasked: !entitled,
  };
};
