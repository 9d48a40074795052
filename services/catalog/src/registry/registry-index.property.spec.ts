import { describe, expect, it } from '@jest/globals';
import { categories, categoryNamesKn } from '@ctdb/contracts';
import fc from 'fast-check';
import { tokenize } from './fold-text.js';
import { RegistryIndex } from './registry-index.js';
import { toRomanKey, toRomanNamePart, toRomanNames, toRomanTerm } from './roman-key.js';
import type { RegistryQuery, RegistrySummary } from './summary.js';

/** Damerau distance (neighbours swap, no letter is touched twice) by the textbook matrix. */
function distance(left: string, right: string): number {
  const rows = Array.from({ length: left.length + 1 }, (_, row) => [row]);
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let column = 1; column <= right.length; column++) rows[0]?.push(column);
  for (let row = 1; row <= left.length; row++) {
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      const swap = left[row - 2] === right[column - 1] && left[row - 1] === right[column - 2];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (same ? 0 : 1),
          swap ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(left.length, right.length);
}

function hasTypo(word: string, term: string): boolean {
  const letters = term.match(/[\p{L}\p{M}]/gu)?.length ?? 0;
  if (letters < 4) return false;
  if (distance(word, term) <= 1) return true;
  for (let length = term.length - 1; length <= Math.min(term.length + 1, word.length); length++) {
    const start = word.slice(0, length);
    if (letters >= 5 && distance(start, term) <= 1) return true;
    const sameEnd = start.at(-1) === term.at(-1);
    if (sameEnd && distance(start.slice(0, -1), term.slice(0, -1)) <= 1) return true;
    if (start === term.slice(0, -2) + (term.at(-1) ?? '') + (term.at(-2) ?? '')) return true;
  }
  return false;
}

const openEnd = (term: string) => (/.\u0ccd$/.test(term) ? term.slice(0, -1) : term);

/** 0 word, 1 prefix, 2 romanised word, 3 romanised prefix, 4 typo, 5 typo in the romanised word. */
function kindOf(word: string, term: string): number {
  const roman = toRomanTerm(term);
  const key = toRomanKey(word);
  if (word === term) return 0;
  if (word.startsWith(openEnd(term))) return 1;
  if (key !== undefined && roman.whole.includes(key)) return 2;
  if (key !== undefined && roman.prefixes.some((prefix) => key.startsWith(prefix))) return 3;
  if (hasTypo(word, term)) return 4;
  if (key !== undefined && roman.typos.some((stem) => hasTypo(key, stem))) return 5;
  return Infinity;
}

const best = (text: string, term: string) =>
  Math.min(Infinity, ...tokenize(text).map((word) => kindOf(word, term)));

function tierOfTerm(entry: RegistrySummary, term: string): number {
  const category = `${entry.category} ${categoryNamesKn[entry.category]}`;
  const inName = 3 + Math.min(best(entry.nameEn, term), best(entry.nameKn, term));
  const inCategory = best(category, term) < Infinity ? 9 : Infinity;
  const inNotes = [10, 10, 11, 11, 12][best(entry.notes, term)] ?? Infinity;
  return Math.min(inName, inCategory, inNotes);
}

function tierOf(entry: RegistrySummary, terms: string[]): number {
  const worst = Math.max(...terms.map((term) => tierOfTerm(entry, term)));
  if (worst === Infinity || terms.length === 0) return Infinity;
  const query = terms.join(' ');
  const both = [tokenize(entry.nameEn), tokenize(entry.nameKn)];
  if (both.some((words) => words.join(' ') === query)) return 0;
  const kannada = both.filter((words) => words.some((word) => toRomanKey(word) !== undefined));
  const sounds = kannada.map((words) => words.map(toRomanNamePart).join(' '));
  if (toRomanNames(terms).some((name) => sounds.includes(name))) return 1;
  if (both.some((words) => words.join(' ').startsWith(openEnd(query)))) return 2;
  return worst;
}

/** What the index must answer, found by looking at every entry. */
function scan(entries: Iterable<RegistrySummary>, query: RegistryQuery) {
  const collator = new Intl.Collator('en');
  const terms = tokenize(query.search ?? '');
  const blank = (query.search ?? '').trim() === '';
  const ranked = [...entries]
    .filter(({ category }) => query.category === undefined || category === query.category)
    .map((entry) => ({ entry, tier: blank ? 0 : tierOf(entry, terms) }))
    .filter(({ tier }) => tier < Infinity)
    .sort(
      (left, right) =>
        left.tier - right.tier ||
        collator.compare(left.entry.nameEn, right.entry.nameEn) ||
        (left.entry.id < right.entry.id ? -1 : 1),
    );
  const items = ranked.slice(query.offset, query.offset + query.limit).map(({ entry }) => entry);
  return { total: ranked.length, items };
}

// Few words with much in common, so that prefixes, typos and homophones meet often.
const words =
  `fever fevers feverish fevre ever ferver skin skins sin skinny pain paint pian cold col
  colon a an and the ಮಧುಮೇಹ ಮಧುಮೇಹದ ಮದುಮೆಹ ಮಧುರ ಜ್ವರ ಜ್ವರದ ಜ್ವಾರ ಚರ್ಮ ನೋವು ನೊವು ನೋವ್ ಸಂಬಂಧ madhumeha jwara
  novu 2 12 metabolic ಚರ್ಮದ`.split(/\s+/);
const text = (max: number) =>
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: max }).map((all) => all.join(' '));
const entry = fc.record({
  id: fc.nat(30).map(String),
  nameEn: text(3),
  nameKn: text(2),
  category: fc.constantFrom(...categories),
  notes: fc.oneof(fc.constant(''), text(5)),
});
const misspelt = fc
  .tuple(fc.constantFrom(...words), fc.nat(8), fc.constantFrom('', 'e', 'ಮ', 'x'))
  .map(([word, at, letter]) => word.slice(0, at) + letter + word.slice(at + 1));
const cut = fc
  .tuple(fc.constantFrom(...words), fc.nat(6))
  .map(([word, at]) => word.slice(0, at + 1));
const search = fc
  .array(fc.oneof(fc.constantFrom(...words), misspelt, cut), { minLength: 1, maxLength: 3 })
  .map((terms) => terms.join(' '));
const change = fc.oneof(
  { weight: 4, arbitrary: entry.map((put) => ({ put })) },
  { weight: 1, arbitrary: fc.nat(30).map((id) => ({ drop: String(id) })) },
);
const query = fc.record({
  search: fc.option(search, { nil: undefined, freq: 9 }),
  category: fc.option(fc.constantFrom(...categories), { nil: undefined, freq: 1 }),
  offset: fc.nat(12),
  limit: fc.integer({ min: 1, max: 20 }),
});

describe('RegistryIndex', () => {
  it('answers as a scan of all entries does, after any changes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.array(change, { maxLength: 25 }), query), { maxLength: 6 }),
        (rounds) => {
          const index = new RegistryIndex<RegistrySummary>();
          const entries = new Map<string, RegistrySummary>();
          for (const [changes, asked] of rounds) {
            for (const one of changes) {
              if ('put' in one) {
                index.upsert(one.put);
                entries.set(one.put.id, one.put);
              } else {
                index.remove(one.drop);
                entries.delete(one.drop);
              }
            }
            expect(index.size).toBe(entries.size);
            expect(index.page(asked)).toEqual(scan(entries.values(), asked));
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
