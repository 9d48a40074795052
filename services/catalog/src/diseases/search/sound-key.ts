import letters from './letters.json' with { type: 'json' };

/** Sounds of the Kannada letters; length, aspiration and retroflexion go, since spellings differ in them. */
const sounds: Readonly<
  Record<'vowels' | 'consonants' | 'vowelSigns' | 'marks', Readonly<Record<string, string>>>
> = letters.kannada;
const kannadaLetter = /[\u0c85-\u0cb9\u0cde]/;

/** Whether a text has Kannada letters and so a romanisation. */
export function isKannada(text: string): boolean {
  return kannadaLetter.test(text);
}

/** Kannada text in plain Latin letters, every consonant without a vowel sign followed by `a`. */
function romanise(text: string): string {
  const { vowels, consonants, vowelSigns, marks } = sounds;
  let latin = '';
  let inherent = false;
  for (const char of text) {
    const sign = vowelSigns[char];
    if (inherent && sign === undefined) latin += 'a';
    inherent = char in consonants;
    latin += sign ?? consonants[char] ?? vowels[char] ?? marks[char] ?? char;
  }
  return inherent ? `${latin}a` : latin;
}

const MAX_SPELLINGS = 8;
const MIN_LATIN = 3;
const MIN_PREFIX = 3;
const latinWord = /^[a-z]+$/;

type Rule = readonly [pattern: RegExp, sound: string];

/** Spellings of one sound become one, in this order; fixed patterns, never made from user text. */
const letterRules: readonly Rule[] = [
  [/ck|q/g, 'k'],
  [/x|cz/g, 'ks'],
  [/w/g, 'v'],
  [/z/g, 'j'],
  [/f/g, 'p'],
  // Aspiration is often left out: dh and d, sh and s.
  [/(?<=[bcdgjkpst])h+/g, ''],
  [/([^aeiou])\1+/g, '$1'],
  [/i(?=[aeou])/g, 'iy'],
];
/** Those in which a letter's sound depends on its neighbours. */
const neighbourRules: readonly Rule[] = [
  [/([aeiou])\1+/g, '$1'],
  [/o[uv](?![aeiouy]|$)|av(?=[bcdfghjklmnpqrst])/g, 'au'],
  // Brahma and bramha.
  [/(?<=[bcdgjklmnprstvy])h+|h+(?=[bcdgjklmnprstvy])/g, ''],
  [/[gj]ny?/g, 'gn'],
  [/^y(?=[ei])|^v(?=o)/, ''],
  // Vocalic r: hrudaya, hridaya and hrdaya.
  [/(?<![aeiou])(?:ri|r(?=[bcdgjklmnpstvy]))/g, 'ru'],
  [/(?<=[aeou])yi/g, 'i'],
  [/ay(?=[bcdgjklmnprstv])/g, 'ai'],
  // The nasal takes the place of the stop that follows.
  [/[mn](?=[bpv])/g, 'm'],
  [/[mn](?=[cdgjkst])/g, 'n'],
  [/(.)\1+/g, '$1'],
];

const apply = (rules: readonly Rule[], latin: string) =>
  rules.reduce((key, [pattern, sound]) => key.replace(pattern, sound), latin);
const foldLetters = (latin: string) => apply(letterRules, latin);
const foldNeighbours = (latin: string) => apply(neighbourRules, latin);

/** Without the final `a` that many leave out (rog, roga). */
function withoutFinalA(key: string): string {
  return key.length > 2 && key.endsWith('a') ? key.slice(0, -1) : key;
}

/** Shorter Latin words are abbreviations or mean nothing. */
const hasSound = (word: string) =>
  isKannada(word) || (word.length >= MIN_LATIN && latinWord.test(word));

/** A word in Latin letters, the likeliest reading first. */
function getSpellings(term: string): string[] {
  if (isKannada(term)) return [foldLetters(romanise(term))];
  let spellings = [''];
  // `ee` and `oo` are English for i and u, and long e and o for others.
  for (const part of term.split(/(ee+|oo+)/)) {
    const sounds = part.startsWith('ee') ? ['i', 'e'] : part.startsWith('oo') ? ['u', 'o'] : [part];
    spellings = spellings
      .flatMap((start) => sounds.map((sound) => start + sound))
      .slice(0, MAX_SPELLINGS);
  }
  return spellings.map(foldLetters);
}

const unique = (keys: string[]) => [...new Set(keys)];

/** The key under which a word's sound is indexed; none where it is neither plain Latin nor Kannada, or too short. */
export function toSoundKey(word: string): string | undefined {
  const [spelling] = hasSound(word) ? getSpellings(word) : [];
  return spelling === undefined ? undefined : foldNeighbours(spelling);
}

/**
 * What a query term is looked up as among the keys of sounds: those of whole words, of beginnings of words, and those
 * that may hold one typo. None where it is neither plain Latin nor Kannada, or too short.
 */
export function toSoundTerm(
  term: string,
): Readonly<Record<'whole' | 'prefixes' | 'typos', readonly string[]>> {
  const spellings = hasSound(term) ? getSpellings(term) : [];
  const keys = spellings.map(foldNeighbours);
  // A final `e` or `o` may be the first half of `ee` or `oo`.
  const open =
    spellings.length > 0 && /[eo]$/.test(term)
      ? getSpellings(term + term.slice(-1)).map(foldNeighbours)
      : [];
  const stems = unique(keys.map(withoutFinalA));
  return {
    whole: unique(stems.flatMap((stem) => [stem, `${stem}a`])),
    // A final nasal may still become the other one by the consonant that follows.
    prefixes: unique(
      [...keys, ...open].flatMap((key) => [key, key.replace(/m$/, 'n'), key.replace(/n$/, 'm')]),
    ).filter((key) => key.length >= MIN_PREFIX),
    // One wrong letter also changes what the rules make of its neighbours.
    typos: unique([...keys, ...spellings]),
  };
}
