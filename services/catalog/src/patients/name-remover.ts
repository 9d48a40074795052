const WORD_CHARACTER = '[\\p{L}\\p{M}\\p{N}]';
/** A last letter of another script than Latin: such names take suffixes, as in ರವಿಗೆ. */
const takesSuffixes = /(?=\p{L})\P{Script=Latin}\P{L}*$/u;

const toPattern = (name: string): string => {
  const words = name.split(/\s+/u).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const end = takesSuffixes.test(name) ? '' : `(?!${WORD_CHARACTER})`;
  return `(?<!${WORD_CHARACTER})${words.join('\\s+')}${end}`;
};

/** Replaces names in a text by a mark, whatever their case; a part of another word is no name. */
export const nameRemover = (names: readonly string[]) => {
  const patterns = [...new Set(names.map((name) => name.trim()))]
    .filter(Boolean)
    .sort((one, other) => other.length - one.length)
    .map(toPattern);
  const pattern = new RegExp(patterns.join('|'), 'giu');
  return (text = ''): string => (patterns.length > 0 ? text.replace(pattern, '•') : text);
};
