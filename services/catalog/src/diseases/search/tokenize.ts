import { fold } from '@ctdb/contracts';
import letters from './letters.json' with { type: 'json' };

const accented = /[\u00c0-\u024f\u0300-\u036f\u1e00-\u1eff]/;
const combiningMarks = /[\u0300-\u036f]/g;
const words = /[\p{L}\p{M}\p{N}]+/gu;
const signs = /\S+/g;
/** A classification code with a full stop, as J45.9, QA0.0141 and CA23.0. */
const dottedCodes = /\b([a-z]\d[0-9a-z]|[a-z]{2}\d|[1-9a-z][a-z]\d[0-9a-z])\.(?=[0-9a-z])/g;

/** Latin letters that Unicode does not decompose. */
const latinLetters: Readonly<Record<string, string>> = letters.latin;
const undecomposed = /[æœøđðħłþ]/g;

function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(combiningMarks, '')
    .normalize('NFC')
    .replace(undecomposed, (letter) => latinLetters[letter] ?? letter);
}

/**
 * The words of a text as they are searched, in order, repetitions included: folded and without Latin accents. A code
 * is one word. A text without a letter and number has its signs as words, so that it is found, too.
 */
export function tokenize(text: string): string[] {
  const folded = fold(text);
  const plain = accented.test(folded) ? withoutAccents(folded) : folded;
  return plain.replace(dottedCodes, '$1').match(words) ?? plain.match(signs) ?? [];
}

/** Each two words that follow each other, as one. */
export function joinPairs(terms: readonly string[]): string[] {
  return terms.slice(1).map((term, index) => `${terms[index]}${term}`);
}
