import { categories, categoryNamesKn, type Category } from '@ctdb/contracts';
import { andInto, countBits, orInto, setBit, toNumbers, type Bitmap } from './bitmap.js';
import { BitmapPool } from './bitmap-pool.js';
import { MatchedWords } from './matched-words.js';
import { NameWords, type TermMatches } from './name-words.js';
import {
  filterRanked,
  intersectRanked,
  RankedSetsBuilder,
  type RankedSets,
} from './ranked-sets.js';
import { isKannada } from './romanise.js';
import { searchedTexts, type RegistrySummary } from './summary.js';
import { TermIndex } from './term-index.js';
import { categoryTier, kinds, textTiers, places, toNameTier } from './tiers.js';
import { joinPairs, tokenize } from './tokenize.js';

/** Which documents hold a word: in a name, as a name's first word, as the only one, in another text, as a code. */
const NAME = 0;
const FIRST = 1;
const ONLY = 2;
const TEXTS = 3;
const CODES = 4;

/** The beginning of a code; a single letter or number means something else. */
const codeStart = /^(?:[a-z]\d|[1-9a-z][a-z]\d)/;

/** Finds categories by the words of their English and Kannada names. */
class CategoryMatcher {
  private readonly index = new TermIndex(1, () => categories.length);
  private readonly matched = new MatchedWords();

  constructor() {
    categories.forEach((category, number) => {
      const names = `${category} ${categoryNamesKn[category]}`;
      this.index.add(0, tokenize(names), number);
    });
  }

  /** The categories that a query term answers to. */
  match(term: string): Category[] {
    const numbers = new Uint32Array(1);
    this.matched.clear();
    this.index.match(term, this.matched);
    for (const word of this.matched.words) this.index.fields[0]?.addTo(word, numbers);
    return categories.filter((_category, number) => ((numbers[0] ?? 0) >>> number) & 1);
  }
}

/** What a query found. */
export interface SearchResult {
  readonly sets: RankedSets;
  /** Whether a term means Kannada words, in whatever script it is typed. */
  readonly inKannada: boolean;
}

/** The words of all documents and what queries find by them. */
export class Search {
  private readonly words: TermIndex;
  private readonly nameWords = new NameWords();
  private readonly categories = new CategoryMatcher();
  private readonly bitmaps: BitmapPool;
  /** One for each different term of the query. */
  private readonly matched: MatchedWords[] = [];

  /**
   * @param capacity how many documents there is room for at present
   * @param bitsOf the documents of a category
   */
  constructor(
    capacity: () => number,
    private readonly bitsOf: (category: Category) => Bitmap,
  ) {
    this.words = new TermIndex(5, capacity);
    this.bitmaps = new BitmapPool(capacity);
  }

  get byteLength(): number {
    return this.words.byteLength + this.nameWords.byteLength;
  }

  add(entry: RegistrySummary, document: number): void {
    const names = toNames(entry);
    for (const [field, words] of toFieldWords(entry, names)) this.words.add(field, words, document);
    this.nameWords.add(
      names.map((words) => words.map((word) => this.words.lexicon.getId(word))),
      document,
    );
  }

  remove(entry: RegistrySummary, document: number): void {
    for (const [field, words] of toFieldWords(entry, toNames(entry)))
      this.words.remove(field, words, document);
    this.nameWords.remove(document);
  }

  sortPending(): void {
    this.words.sortPending();
  }

  /** Documents of `filter` that answer to all `terms`, which are in the order typed; valid until the next search. */
  find(terms: readonly string[], filter: Bitmap | undefined): SearchResult {
    this.bitmaps.reset();
    const isOnlyTerm = terms.length === 1;
    const matches = new Map<string, TermMatches>();
    const pairs = joinPairs(terms);
    let sets: RankedSets | undefined;
    let inKannada = false;
    for (const [at, term] of terms.entries()) {
      const match = matches.get(term) ?? this.match(term, matches.size);
      matches.set(term, match);
      inKannada ||= match.inKannada;
      const found = new RankedSetsBuilder(this.bitmaps);
      this.rank(term, match, isOnlyTerm, found);
      this.rankJoined(term, found);
      for (const pair of pairs.slice(Math.max(0, at - 1), at + 1)) this.rankPair(pair, found);
      const ranked = found.build();
      sets = sets === undefined ? ranked : intersectRanked(sets, ranked, this.bitmaps);
      if (sets.length === 0) break;
    }
    if (sets === undefined || sets.length === 0) return { sets: [], inKannada };
    if (!isOnlyTerm)
      sets = this.rankNames(
        terms.flatMap((term) => matches.get(term) ?? []),
        sets,
      );
    if (filter !== undefined) filterRanked(sets, filter);
    return { sets, inKannada };
  }

  private match(term: string, position: number): TermMatches {
    const matched = (this.matched[position] ??= new MatchedWords());
    matched.clear();
    this.words.match(term, matched);
    const inName = this.words.fields[NAME];
    let known = false;
    let inKannada = false;
    let best = Infinity;
    for (const word of matched.words) {
      if (!inName?.count(word)) continue;
      const kind = matched.getStart(word) ?? Infinity;
      known ||= matched.isKnown(word);
      if (kind > best || (kind === best && !inKannada)) continue;
      best = kind;
      inKannada = isKannada(this.words.lexicon.getWord(word));
    }
    return { matched, known, inKannada };
  }

  /** Finds the documents of one term; as long as it is the only one, their names' beginnings count as well. */
  private rank(
    term: string,
    { matched, known }: TermMatches,
    isOnlyTerm: boolean,
    found: RankedSetsBuilder,
  ): void {
    const isCode = codeStart.test(term);
    const add = (field: number, word: number, tier: number | undefined) => {
      if (tier !== undefined && tier !== Infinity) this.addWord(field, word, found, tier);
    };
    for (const word of matched.words) {
      const whole = matched.getWhole(word);
      const start = matched.getStart(word);
      const asWord = toNameTier(places.word, whole, known);
      add(NAME, word, Math.min(asWord, toNameTier(places.wordStart, start, known)));
      if (start !== undefined) add(TEXTS, word, textTiers[start]);
      // Codes are found as typed only, before all else.
      if (isCode && whole === kinds.exact)
        add(CODES, word, toNameTier(places.wholeName, whole, known));
      if (isCode && start === kinds.exact)
        add(CODES, word, toNameTier(places.nameStart, start, known));
      if (!isOnlyTerm) continue;
      add(FIRST, word, toNameTier(places.nameStart, start, known));
      add(ONLY, word, toNameTier(places.wholeName, whole, known));
    }
    for (const category of this.categories.match(term)) {
      orInto(found.at(categoryTier), this.bitsOf(category));
    }
  }

  /** Finds names with a term that is several words in them: `covid19` is "COVID-19". */
  private rankJoined(term: string, found: RankedSetsBuilder): void {
    const inName = this.words.fields[NAME];
    const getWord = (number: number) => this.words.lexicon.getWord(number);
    for (const { first, second } of this.words.findJoined(term)) {
      if (!inName?.count(first)) continue;
      const candidates = this.bitmaps.acquire();
      const others = this.bitmaps.acquire();
      inName.addTo(first, candidates);
      for (const word of second) inName.addTo(word, others);
      andInto(candidates, others);
      for (const document of toNumbers(candidates, countBits(candidates))) {
        const place = this.nameWords.findJoined(document, term, getWord);
        if (place !== undefined) setBit(found.at(toNameTier(place, kinds.exact, false)), document);
      }
    }
  }

  /** Finds names with a word that is typed as two: "covid 19" is `Covid19`. */
  private rankPair(pair: string, found: RankedSetsBuilder): void {
    const { lexicon } = this.words;
    lexicon.forEachIn(lexicon.prefixRange(pair), (word) => {
      const place = lexicon.getWord(word).length === pair.length ? places.word : places.wordStart;
      this.addWord(NAME, word, found, toNameTier(place, kinds.exact, false));
    });
  }

  private addWord(field: number, word: number, found: RankedSetsBuilder, tier: number): void {
    const postings = this.words.fields[field];
    if (postings?.count(word)) postings.addTo(word, found.at(tier));
  }

  /** `sets`, which answer to all of several terms, with those names moved up that begin with them. */
  private rankNames(terms: readonly TermMatches[], sets: RankedSets): RankedSets {
    const candidates = this.bitmaps.acquire();
    const first = terms[0]?.matched;
    for (const word of first?.words ?? []) {
      if (first?.getWhole(word) !== undefined) this.words.fields[FIRST]?.addTo(word, candidates);
    }
    const all = sets.at(-1)?.documents;
    if (all !== undefined) andInto(candidates, all);
    const count = countBits(candidates);
    if (count === 0) return sets;
    const found = new RankedSetsBuilder(this.bitmaps);
    found.addAll(sets);
    for (const document of toNumbers(candidates, count)) {
      const tier = this.nameWords.rank(document, terms);
      if (tier < Infinity) setBit(found.at(tier), document);
    }
    return found.build();
  }
}

const toNames = ({ nameEn, nameKn }: RegistrySummary) => [tokenize(nameEn), tokenize(nameKn)];

/** The words of an entry by the field in which they are found. */
const toFieldWords = (
  entry: RegistrySummary,
  names: readonly string[][],
): [field: number, words: string[]][] => [
  ...names.flatMap((words): [number, string[]][] => [
    [NAME, words],
    [FIRST, words.slice(0, 1)],
    [ONLY, words.length === 1 ? words : []],
  ]),
  ...searchedTexts.map((name): [number, string[]] => [TEXTS, tokenize(entry[name])]),
  [CODES, entry.codes.flatMap(({ code }) => tokenize(code))],
];
