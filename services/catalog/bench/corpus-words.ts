import lists from './corpus-words.json' with { type: 'json' };

const { english, kannada } = lists;

/** Seeded random numbers (mulberry32), so that every run measures the same corpus. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const at = <T>(list: readonly T[], index: number): T => {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('empty list');
  return item;
};

const picker = (next: () => number) => (list: readonly string[]) =>
  at(list, Math.floor(next() * list.length));

/** `size` different English words, the commonest first. */
export function englishWords(size: number, next: () => number): string[] {
  const words = new Set(english.common);
  const pick = picker(next);
  while (words.size < size) {
    const middle = next() < 0.6 ? pick(english.middle) : '';
    const second = next() < 0.35 ? pick(english.first) : '';
    words.add(pick(english.first) + middle + second + pick(english.last));
  }
  return [...words];
}

/** `size` different Kannada words, the commonest first. */
export function kannadaWords(size: number, next: () => number): string[] {
  const words = new Set(kannada.stems);
  const pick = picker(next);
  while (words.size < size) {
    const syllables = () =>
      Array.from({ length: 2 + Math.floor(next() * 3) }, () => pick(kannada.syllables)).join('');
    const stem = next() < 0.3 ? pick(kannada.stems) : syllables();
    words.add(stem + (next() < 0.6 ? pick(kannada.endings) : ''));
  }
  return [...words];
}

/** Draws from a list by Zipf's law: the word of rank r comes up in proportion to about 1 / (r + 2.7). */
export function zipf(words: readonly string[], next: () => number): () => string {
  const steepness = Math.log(words.length / 2.7 + 1);
  return () => at(words, Math.floor(2.7 * (Math.exp(next() * steepness) - 1)));
}
