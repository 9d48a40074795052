import type { Disease } from './product.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Draws after which a list stays shorter than wanted. */
const MAX_DRAWS_PER_ITEM = 50;

export type Random = () => number;

/** Random numbers from 0 to 1 (mulberry32). The same seed gives the same numbers in every run. */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)] as T;
}

/** A search as it is typed, and the word that is meant. */
export interface Search {
  typed: string;
  meant: string;
}

export type Searches = Record<'exact' | 'misspelt' | 'broad', Search[]>;

/** Different searches of each kind: whole words of names in both scripts, one typo in them, and their first letters. */
export function createSearches(diseases: readonly Disease[], count: number): Searches {
  const random = createRandom(1);
  const drawWord = (minLength: number): string => {
    for (;;) {
      const { nameEn, nameKn } = pick(diseases, random);
      const word = pick((random() < 0.6 ? nameEn : nameKn).toLowerCase().split(' '), random);
      if (word.length >= minLength) return word;
    }
  };
  const drawDifferent = (create: () => Search): Search[] => {
    const found = new Map<string, Search>();
    for (let draw = 0; draw < count * MAX_DRAWS_PER_ITEM && found.size < count; draw += 1) {
      const search = create();
      found.set(search.typed, search);
    }
    return [...found.values()];
  };
  const same = (word: string): Search => ({ typed: word, meant: word });
  return {
    exact: drawDifferent(() => same(drawWord(5))),
    misspelt: drawDifferent(() => {
      const meant = drawWord(6);
      return { typed: misspell(meant, random), meant };
    }),
    broad: drawDifferent(() => same(drawWord(3).slice(0, 3))),
  };
}

/** Leaves out, doubles or swaps one letter after the first, or types another one. */
function misspell(word: string, random: Random): string {
  const at = 1 + Math.floor(random() * (word.length - 2));
  const [letter, next] = [word.charAt(at), word.charAt(at + 1)];
  const other = pick([...LETTERS], random);
  const typed = pick([next, letter + letter + next, next + letter, other + next], random);
  return word.slice(0, at) + typed + word.slice(at + 2);
}
