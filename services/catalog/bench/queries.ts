import { categories } from '@ctdb/contracts';
import { romanise } from '../src/registry/romanise.js';
import type { RegistryQuery } from '../src/registry/summary.js';
import { random } from './corpus-words.js';
import type { BenchDisease } from './corpus.js';

/** One question to the index and the kind it is counted under. */
export interface BenchQuery extends RegistryQuery {
  readonly kind: string;
}

/** One letter left out, put in, exchanged or swapped, somewhere after the first. */
function misspell(word: string, next: () => number): string {
  const at = 1 + Math.floor(next() * (word.length - 2));
  const before = word.slice(0, at);
  const variants = [
    before + word.slice(at + 1),
    `${before}x${word.slice(at)}`,
    `${before}x${word.slice(at + 1)}`,
    before + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  ];
  return variants[Math.floor(next() * variants.length)] ?? word;
}

/**
 * Up to `perKind` different queries of every kind in random order, about words of the diseases'
 * names as often as they occur there.
 */
export function generateQueries(diseases: readonly BenchDisease[], perKind: number): BenchQuery[] {
  const next = random(7);
  const anyOf = (pick: (disease: BenchDisease) => string, fits: RegExp): string => {
    for (;;) {
      const disease = diseases[Math.floor(next() * diseases.length)];
      const words = disease === undefined ? [] : pick(disease).toLowerCase().split(' ');
      const word = words[Math.floor(next() * words.length)] ?? '';
      if (fits.test(word)) return word;
    }
  };
  const english = () => anyOf(({ nameEn }) => nameEn, /^[a-z]{5,}$/);
  const kannada = () => anyOf(({ nameKn }) => nameKn, /^[\u0c80-\u0cff]{5,}$/);
  const offset = () => 10 * Math.floor((next() * diseases.length) / 10);
  const anyCategory = () => categories[Math.floor(next() * categories.length)];
  const searches: Record<string, () => string> = {
    'one letter': () => (next() < 0.6 ? english() : kannada()).slice(0, 1),
    'three letters': () => english().slice(0, 3),
    'English word': english,
    'Kannada word': kannada,
    'misspelt English': () => misspell(english(), next),
    'misspelt Kannada': () => misspell(kannada(), next),
    'two words, one typo': () => `${english()} ${misspell(english(), next)}`,
    'romanised Kannada': () => romanise(kannada()),
    'romanised, misspelt': () => misspell(romanise(kannada()), next),
    'no match': () => `zq${misspell(english(), next)}zq`,
  };
  const queries: BenchQuery[] = [];
  for (let count = 0; count < perKind; count++) {
    const [anywhere, category] = [offset(), anyCategory()];
    queries.push({ kind: 'page', offset: anywhere, limit: 10 });
    queries.push({ kind: 'page of category', category, offset: anywhere / 10, limit: 10 });
  }
  for (const [kind, make] of Object.entries(searches)) {
    const different = new Set(Array.from({ length: perKind }, make));
    for (const search of different) queries.push({ kind, search, offset: 0, limit: 10 });
  }
  return queries
    .map((query) => ({ query, order: next() }))
    .sort((left, right) => left.order - right.order)
    .map(({ query }) => query);
}
