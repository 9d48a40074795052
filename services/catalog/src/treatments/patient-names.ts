import { createHash } from 'node:crypto';
import { subjectKey } from '@ctdb/chassis';
import type { Subject } from '@ctdb/contracts';

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
export interface VisibleName {
  patientName: string;
  patientNameMasked: boolean;
}

/** Equal for viewers who see the same names of entries that were entered by `enteredBy`. */
export const viewerClass = (viewer: Subject, enteredBy: readonly string[]): string => {
  if (viewer.role === 'admin') return 'all';
  const key = subjectKey(viewer);
  return viewer.role === 'pass' && enteredBy.includes(key)
    ? createHash('sha256').update(key).digest('base64url').slice(0, 16)
    : 'none';
};

/** Whether `viewer` made an entry or is an administrator. */
export const canEdit = (viewer: Subject, enteredBy: string | undefined): boolean =>
  viewer.role === 'admin' || (viewer.role === 'pass' && enteredBy === subjectKey(viewer));

/** Administrators see every name, the holder of a pass those entered under the same pass. */
export const visiblePatientName = (
  viewer: Subject,
  entry: { patientName: string; enteredBy?: string | undefined },
): VisibleName => {
  const maySeeName = canEdit(viewer, entry.enteredBy);
  return {
    patientName: maySeeName ? entry.patientName : initials(entry.patientName),
    patientNameMasked: !maySeeName,
  };
};

/**
 * Equal for names that differ only in Unicode form, case, joiners or spaces; counts patients.
 * Never leaves this service.
 */
export const patientKey = (name: string): string => {
  const folded = name
    .normalize('NFC')
    .replace(/[\u200b-\u200d\ufeff]/g, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();
  return createHash('sha256').update(folded).digest('base64url').slice(0, 22);
};
