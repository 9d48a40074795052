import { expect, it } from 'vitest';
import { categories, categoryNamesKn, diseaseSorts, fold, type DiseaseSort } from '@ctdb/contracts';
import fc from 'fast-check';
import type { Facet } from './facet-index.js';
import { RegistryIndex } from './registry-index.js';
import { isKannada, toSoundKey, toSoundTerm } from './sound-key.js';
import { searchedTexts, type RegistryQuery, type RegistrySummary } from './summary.js';
import { joinPairs, tokenize } from './tokenize.js';

/** Whether one letter left out, put in, exchanged or swapped with its neighbour makes one text the other. */
function isNear(left: string, right: string): boolean {
  if (left === right) return true;
  let same = 0;
  while (left[same] === right[same]) same++;
  const [one, other] = [left.slice(same), right.slice(same)];
  const [first = '', second = ''] = one;
  return (
    one.slice(1) === other ||
    one === other.slice(1) ||
    one.slice(1) === other.slice(1) ||
    second + first + one.slice(2) === other
  );
}

/** Whether the first `length` letters of a word are the term with one typo, whatever follows. */
function startsWithTypo(word: string, term: string, length: number): boolean {
  const letters = countLetters(term);
  const start = word.slice(0, length);
  if (letters < 4 || word.length < length) return false;
  if (letters >= 5 && isNear(start, term)) return true;
  const sameEnd = start.at(-1) === term.at(-1);
  if (sameEnd && isNear(start.slice(0, -1), term.slice(0, -1))) return true;
  return start === term.slice(0, -2) + (term.at(-1) ?? '') + (term.at(-2) ?? '');
}

const countLetters = (term: string) => term.match(/[\p{L}\p{M}]/gu)?.length ?? 0;
const isTypo = (word: string, term: string) => countLetters(term) >= 4 && isNear(word, term);
const hasTypo = (word: string, term: string) =>
  isTypo(word, term) || [-1, 0, 1].some((more) => startsWithTypo(word, term, term.length + more));
const openEnd = (term: string) => (/.\u0ccd$/.test(term) ? term.slice(0, -1) : term);

/** What this file asks again and again of few words: the slow parts of a scan. */
function remember<K, V>(find: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const value = known.get(key) ?? find(key);
    known.set(key, value);
    return value;
  };
}
const kindsOf = remember((term: string) => {
  const sound = toSoundTerm(term);
  return remember((word: string) => findKinds(word, term, sound));
});

/** How a word as a whole and how its beginning answers: 0 exact, 1 sound, 2 typo, 3 typo in the sound. */
function findKinds(word: string, term: string, sound: ReturnType<typeof toSoundTerm>) {
  const key = toSoundKey(word);
  const sounds = (keys: readonly string[], fits: (key: string, sound: string) => boolean) =>
    key !== undefined && keys.some((one) => fits(key, one));
  const best = (...hits: boolean[]) => (hits.includes(true) ? hits.indexOf(true) : Infinity);
  const whole = best(
    word === term,
    sounds(sound.whole, (one, other) => one === other),
    isTypo(word, term),
    sounds(
      sound.typos,
      (one, other) =>
        isTypo(one, other) || (one.endsWith('a') && startsWithTypo(one, other, one.length - 1)),
    ),
  );
  const start = best(
    word.startsWith(openEnd(term)),
    sounds(sound.prefixes, (one, other) => one.startsWith(other)),
    hasTypo(word, term),
    sounds(sound.typos, hasTypo),
  );
  return { whole, start: Math.min(whole, start) };
}

interface Term {
  readonly text: string;
  /** The term and its neighbour as one word. */
  readonly pairs: readonly string[];
  readonly known: boolean;
  readonly inKannada: boolean;
  /** Whether it begins as a code does. */
  readonly isCode: boolean;
  readonly kinds: (word: string) => ReturnType<typeof findKinds>;
}

/** Place: 0 the whole name, 1 the start of the name, 2 a whole word, 3 the start of a word. */
const nameTier = (place: number, kind: number, { known }: Term) =>
  place * 4 + kind + (known && kind >= 2 ? 16 : 0);

/** A term that is several words of a name, and a word that is typed as two. */
function findApart(name: string, { text, pairs }: Term): number[] {
  const words = tokenize(name);
  const joined = words.flatMap((_word, from) =>
    words.slice(from + 1).flatMap((last, more) => {
      const run = words.slice(from, from + more + 2).join('');
      const open = text.length - (run.length - last.length);
      return run === text || (run.startsWith(text) && open >= 3) ? [run === text] : [];
    }),
  );
  const typed = words.flatMap((word) =>
    pairs.filter((pair) => word.startsWith(pair)).map((pair) => word === pair),
  );
  return [...joined, ...typed].map((isWhole) => (isWhole ? 8 : 12));
}

const namesOf = ({ nameEn, nameKn, alsoKnownAs }: RegistrySummary) => [
  nameEn,
  nameKn,
  ...alsoKnownAs.split(', ').filter(Boolean),
];

function tierOfTerm(entry: RegistrySummary, term: Term): number {
  const inText = (text: string) => tokenize(text).map(term.kinds);
  const inNames = inText(namesOf(entry).join(' ')).flatMap(({ whole, start }) => [
    nameTier(2, whole, term),
    nameTier(3, start, term),
  ]);
  const bestStart = (text: string) => Math.min(4, ...inText(text).map(({ start }) => start));
  const inCategory = bestStart(`${entry.category} ${categoryNamesKn[entry.category]}`) < 4;
  const codes = entry.codes.flatMap(({ code }) => tokenize(code)).map(term.kinds);
  const inCodes = codes.map(({ whole, start }) => (whole === 0 ? 0 : start === 0 ? 4 : Infinity));
  const texts = searchedTexts.map((name) => entry[name]).join(' ');
  const inOthers = [33, 34, 35][bestStart(texts)] ?? Infinity;
  const apart = namesOf(entry).flatMap((name) => findApart(name, term));
  return Math.min(
    ...inNames,
    ...apart,
    ...(term.isCode ? inCodes : []),
    inCategory ? 32 : Infinity,
    inOthers,
  );
}

function tierOfName(name: string, terms: readonly Term[]): number {
  const words = tokenize(name);
  if (words.length < terms.length) return Infinity;
  const kinds = terms.map((term, at) => ({ term, ...term.kinds(words[at] ?? '') }));
  const asWhole = kinds.map(({ term, whole }) => nameTier(0, whole, term));
  const asStart = kinds.map(({ term, whole, start }, at) =>
    nameTier(1, at === terms.length - 1 ? start : whole, term),
  );
  return Math.min(
    words.length === terms.length ? Math.max(...asWhole) : Infinity,
    Math.max(...asStart),
  );
}

function tierOf(entry: RegistrySummary, terms: readonly Term[]): number {
  const worst = Math.max(...terms.map((term) => tierOfTerm(entry, term)));
  if (worst === Infinity || terms.length === 0) return Infinity;
  return Math.min(worst, ...namesOf(entry).map((name) => tierOfName(name, terms)));
}

/**
 * A term, whether one of the names has a word that is or sounds like it, and whether the words that
 * answer best are all Kannada.
 */
function readTerm(
  term: string,
  pairs: string[],
  entries: readonly RegistrySummary[],
  worst: number,
): Term {
  const allowed = (kind: number) => (kind <= worst ? kind : Infinity);
  const kinds = (word: string) => {
    const { whole, start } = kindsOf(term)(word);
    return { whole: allowed(whole), start: allowed(start) };
  };
  const words = entries.flatMap((entry) => tokenize(namesOf(entry).join(' ')));
  const best = Math.min(...words.map((word) => kinds(word).start));
  const bestWords = words.filter((word) => kinds(word).start === best);
  return {
    text: term,
    pairs,
    known: words.some((word) => kinds(word).whole <= 1),
    inKannada: best < Infinity && bestWords.every(isKannada),
    isCode: /^[a-z]\d|^[1-9a-z][a-z]\d/.test(term),
    kinds,
  };
}

type Entry = RegistrySummary & { readonly facets: readonly Facet[] };

const compareTexts = (left: string, right: string) => (left === right ? 0 : left < right ? -1 : 1);

/** What the index must answer, found by looking at every entry. */
function scan(entries: readonly Entry[], query: RegistryQuery) {
  const collator = new Intl.Collator('en');
  const bySort: Record<DiseaseSort, (left: Entry, right: Entry) => number> = {
    nameEn: () => 0,
    nameKn: (left, right) => compareTexts(fold(left.nameKn), fold(right.nameKn)),
    updatedAt: (left, right) => compareTexts(right.updatedAt, left.updatedAt),
  };
  const typed = tokenize(query.search ?? '');
  const pairs = ['', ...joinPairs(typed), ''];
  const readTerms = (worst: number) =>
    typed.map((term, at) =>
      readTerm(term, pairs.slice(at, at + 2).filter(Boolean), entries, worst),
    );
  const exact = readTerms(1);
  const count = entries.filter((entry) => tierOf(entry, exact) < Infinity).length;
  const isEnough = count >= 10 || (count > 0 && exact.every(({ known }) => known));
  const terms = isEnough ? exact : readTerms(3);
  const blank = (query.search ?? '').trim() === '';
  const length = ({ nameEn, nameKn }: RegistrySummary) =>
    blank ? 0 : (terms.some(({ inKannada }) => inKannada) ? nameKn : nameEn).length;
  const ranked = entries
    .filter(({ category }) => query.category === undefined || category === query.category)
    .filter((entry) => query.facets?.every((facet) => entry.facets.includes(facet)) ?? true)
    .map((entry) => ({ entry, tier: blank ? 0 : tierOf(entry, terms) }))
    .filter(({ tier }) => tier < Infinity)
    .sort(
      (left, right) =>
        (query.sort
          ? bySort[query.sort](left.entry, right.entry)
          : left.tier - right.tier || length(left.entry) - length(right.entry)) ||
        collator.compare(left.entry.nameEn, right.entry.nameEn) ||
        (left.entry.id < right.entry.id ? -1 : 1),
    );
  const items = ranked
    .slice(query.offset, query.offset + query.limit)
    .map(({ entry: { facets: _facets, ...entry } }) => entry);
  return { total: ranked.length, items };
}

// Few words with much in common, so that prefixes, typos and homophones meet often.
const words =
  `fever fevers feverish fevre ever ferver skin skins sin skinny pain paint pian cold col
  colon a an and the ಮಧುಮೇಹ ಮಧುಮೇಹದ ಮದುಮೆಹ ಮಧುರ ಜ್ವರ ಜ್ವರದ ಜ್ವಾರ ಚರ್ಮ ನೋವು ನೊವು ನೋವ್ ಸಂಬಂಧ madhumeha jwara
  novu 2 12 painfever skincold 2fever j45 j45.9 j459 8a80 8a metabolic ಚರ್ಮದ fewer phever feever paynt`.split(
    /\s+/,
  );
const text = (max: number) =>
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: max }).map((all) => all.join(' '));
/** The same for each text that is searched. */
const inTexts = <T>(text: T) =>
  Object.fromEntries(searchedTexts.map((name) => [name, text])) as Record<
    (typeof searchedTexts)[number],
    T
  >;
const entry = fc.record({
  id: fc.nat(30).map(String),
  nameEn: text(3),
  nameKn: text(2),
  alsoKnownAs: fc.array(text(2), { maxLength: 2 }).map((all) => all.join(', ')),
  category: fc.constantFrom(...categories),
  ...inTexts(fc.oneof(fc.constant(''), text(5))),
  updatedAt: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'),
  codes: fc
    .subarray(['J45', 'J45.9', '8A80.1', 'A12'])
    .map((all) => all.map((code) => ({ system: 'ICD-10' as const, code }))),
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
const id = fc.nat(30).map(String);
const facets = fc.subarray<Facet>(['color:red', 'color:blue', 'area:Chest', 'outcome:Ongoing']);
const change = fc.oneof(
  { weight: 4, arbitrary: entry.map((put) => ({ id: put.id, put })) },
  { weight: 1, arbitrary: id.map((each) => ({ id: each })) },
  { weight: 2, arbitrary: fc.record({ id, facets }) },
);
const query = fc.record({
  search: fc.option(search, { nil: undefined, freq: 9 }),
  category: fc.option(fc.constantFrom(...categories), { nil: undefined, freq: 1 }),
  facets: fc.oneof(fc.constant([]), facets),
  sort: fc.option(fc.constantFrom(...diseaseSorts), { nil: undefined, freq: 1 }),
  offset: fc.nat(12),
  limit: fc.integer({ min: 1, max: 20 }),
});

it('RegistryIndex answers as a scan of all entries does, after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.array(change, { maxLength: 25 }), query), { maxLength: 6 }),
      async (rounds) => {
        const index = new RegistryIndex<RegistrySummary>();
        const entries = new Map<string, Entry>();
        for (const [changes, asked] of rounds) {
          for (const one of changes) {
            const before = entries.get(one.id);
            if ('put' in one) {
              index.upsert(one.put);
              entries.set(one.id, { ...one.put, facets: before?.facets ?? [] });
            } else if ('facets' in one) {
              index.setFacets(one.id, one.facets);
              if (before) entries.set(one.id, { ...before, facets: one.facets });
            } else {
              index.remove(one.id);
              entries.delete(one.id);
            }
          }
          expect(index.size).toBe(entries.size);
          if (asked.sort) await index.prepareSort(asked.sort);
          const all = [...entries.values()];
          const { total, items } = index.page(asked);
          const found = items.map(({ match: _match, ...row }) => row);
          expect({ total, items: found }).toEqual(scan(all, asked));
          const wanted = { ...asked, sort: undefined, offset: 0, limit: all.length };
          const red = { ...wanted, facets: [...asked.facets, 'color:red' as const] };
          expect(index.countFacets('color', asked).get('red') ?? 0).toBe(scan(all, red).total);
        }
      },
    ),
    process.env['NIGHTLY'] ? { numRuns: 2_000 } : { numRuns: 100, seed: 1 },
  );
});
