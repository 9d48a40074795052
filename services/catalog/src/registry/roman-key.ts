import { isKannada, romanise } from './romanise.js';

const MAX_SPELLINGS = 8;
const MIN_PREFIX = 3;
const latinWord = /^[a-z]+$/;

/** Spellings of one sound become one, in this order; fixed patterns, never made from user text. */
const rules: readonly (readonly [pattern: RegExp, sound: string])[] = [
  [/ck|q/g, 'k'],
  [/x/g, 'ks'],
  [/o[uw](?![aeiouy]|$)|a[vw](?=[bcdfghjklmnpqrst])/g, 'au'],
  [/w/g, 'v'],
  [/z/g, 'j'],
  [/f/g, 'p'],
  // Aspiration is often left out or moved: dh and d, sh and s, brahma and bramha.
  [/(?<=[bcdgjklmnprstvy])h+|h+(?=[bcdgjklmnprstvy])/g, ''],
  [/(.)\1+/g, '$1'],
  [/[gj]ny?/g, 'gn'],
  [/^y(?=[ei])|^v(?=o)/, ''],
  // Vocalic r: hrudaya, hridaya and hrdaya.
  [/(?<![aeiou])(?:ri|r(?=[bcdgjklmnpstvy]))/g, 'ru'],
  [/(?<=[aeou])yi/g, 'i'],
  [/ay(?=[bcdgjklmnprstv])/g, 'ai'],
  [/iy(?=[aeiou]|$)/g, 'i'],
  // The nasal takes the place of the stop that follows.
  [/[mn](?=[bpv])/g, 'm'],
  [/[mn](?=[cdgjkst])/g, 'n'],
  [/(.)\1+/g, '$1'],
];

function foldSpelling(latin: string): string {
  return rules.reduce((key, [pattern, sound]) => key.replace(pattern, sound), latin);
}

/** Without the final `a` that many leave out (rog, roga). */
function withoutFinalA(key: string): string {
  return key.length > 2 && key.endsWith('a') ? key.slice(0, -1) : key;
}

/** The key under which a Kannada word is indexed; undefined for words without Kannada letters. */
export function toRomanKey(word: string): string | undefined {
  return isKannada(word) ? foldSpelling(romanise(word)) : undefined;
}

/** Names repeat their words, and folding takes longer than looking up. */
const MAX_CACHED_NAME_PARTS = 10_000;
const nameParts = new Map<string, string>();

/** The key of a word inside a whole romanised name, whatever its script. */
export function toRomanNamePart(word: string): string {
  let part = nameParts.get(word);
  if (part === undefined) {
    part = withoutFinalA(toRomanKey(word) ?? foldSpelling(word));
    if (nameParts.size >= MAX_CACHED_NAME_PARTS) nameParts.clear();
    nameParts.set(word, part);
  }
  return part;
}

function getSpellings(term: string): string[] {
  if (isKannada(term)) return [romanise(term)];
  let spellings = [''];
  // `ee` and `oo` are English for i and u, and long e and o for others.
  for (const part of term.split(/(ee+|oo+)/)) {
    const sounds = part.startsWith('ee') ? ['i', 'e'] : part.startsWith('oo') ? ['u', 'o'] : [part];
    spellings = spellings
      .flatMap((start) => sounds.map((sound) => start + sound))
      .slice(0, MAX_SPELLINGS);
  }
  return spellings;
}

const unique = (keys: string[]) => [...new Set(keys)];

const getKeys = (term: string) => unique(getSpellings(term).map(foldSpelling));

/** What a query term is looked up as among the romanised words. */
export interface RomanTerm {
  /** Keys that match a whole word. */
  readonly whole: readonly string[];
  /** Keys that match the beginning of a word. */
  readonly prefixes: readonly string[];
  /** Keys that may hold one typo. */
  readonly typos: readonly string[];
}

/** Romanised forms of a query term; none where it is neither plain Latin nor Kannada, or too short. */
export function toRomanTerm(term: string): RomanTerm {
  const sounding = isKannada(term) || (latinWord.test(term) && term.length >= MIN_PREFIX);
  const keys = sounding ? getKeys(term) : [];
  // A final `e` or `o` may be the first half of `ee` or `oo`.
  const open = sounding && /[eo]$/.test(term) ? getKeys(term + term.slice(-1)) : [];
  const stems = unique(keys.map(withoutFinalA));
  return {
    whole: unique(stems.flatMap((stem) => [stem, `${stem}a`])),
    // A final nasal may still become the other one by the consonant that follows.
    prefixes: unique(
      [...keys, ...open].flatMap((key) => [key, key.replace(/m$/, 'n'), key.replace(/n$/, 'm')]),
    ).filter((key) => key.length >= MIN_PREFIX),
    typos: stems.filter((stem) => stem.length >= 4),
  };
}

/** Whole-name keys of a query; several where `ee` or `oo` may be read in two ways. */
export function toRomanNames(terms: readonly string[]): string[] {
  let names: string[] = [];
  terms.forEach((term, position) => {
    const parts = unique(getKeys(term).map(withoutFinalA));
    names =
      position === 0
        ? parts
        : names.flatMap((name) => parts.map((part) => `${name} ${part}`)).slice(0, MAX_SPELLINGS);
  });
  return unique(names);
}
