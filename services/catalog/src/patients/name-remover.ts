import { fold } from '@ctdb/contracts';

const WORD_CHARACTER = '[\\p{L}\\p{M}\\p{N}]';
/** A last letter of another script than Latin: such names take suffixes, as in ರವಿಗೆ. */
const takesSuffixes = /(?=\p{L})\P{Script=Latin}\P{L}*$/u;
/** Characters with the marks and joiners that belong to them; white space as one. */
const characters = /\s+|\P{M}[\p{M}\p{Default_Ignorable_Code_Point}]*|\p{M}+/gsu;

const toPattern = (folded: string): string => {
  const end = takesSuffixes.test(folded) ? '' : `(?!${WORD_CHARACTER})`;
  const literal = folded.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return `(?<!${WORD_CHARACTER})${literal}${end}`;
};

/** A folded text, and where each of its code units comes from. */
const foldCharacters = (text: string) => {
  let folded = '';
  const origins: { start: number; end: number }[] = [];
  for (const { 0: character, index } of text.matchAll(characters)) {
    // The dots keep a space.
    const part = fold(`.${character}.`).slice(1, -1);
    if (part === ' ' && folded.endsWith(' ')) continue;
    folded += part;
    const origin = { start: index, end: index + character.length };
    origins.push(...Array.from({ length: part.length }, () => origin));
  }
  return { folded, origins };
};

/**
 * Replaces names in a text by a mark, in whatever spelling they are there (see `fold`); a part of another word is no
 * name.
 */
export const nameRemover = (names: readonly string[]) => {
  const patterns = [...new Set(names.map(fold))]
    .filter(Boolean)
    .sort((one, other) => other.length - one.length)
    .map(toPattern);
  const pattern = new RegExp(patterns.join('|'), 'gu');
  return (text = ''): string => {
    if (patterns.length === 0) return text;
    const { folded, origins } = foldCharacters(text);
    let removed = '';
    let next = 0;
    for (const { 0: name, index } of folded.matchAll(pattern)) {
      removed += `${text.slice(next, origins[index]?.start)}•`;
      next = origins[index + name.length - 1]?.end ?? next;
    }
    return removed + text.slice(next);
  };
};

/** Returns whether a text contains one of some names, as {@link nameRemover} finds them. */
export const nameFinder = (names: readonly string[]) => {
  const folded = names.map(fold).filter(Boolean);
  const remove = nameRemover(names);
  return (text = ''): boolean => {
    // Far cheaper, and enough for most texts.
    const whole = fold(text);
    return folded.some((name) => whole.includes(name)) && remove(text) !== text;
  };
};
