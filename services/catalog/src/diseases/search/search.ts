import {
  categories,
  categoryNamesKn,
  PAGE_SIZE,
  splitOtherNames,
  type Category,
  type SearchMatch,
} from '@ctdb/contracts';
import {
  andInto,
  BitmapPool,
  countBits,
  createBitmap,
  hasBit,
  orInto,
  setBit,
  toNumbers,
  type Bitmap,
} from './bitmap.js';
import { explainMatch } from './explain-match.js';
import { findMeant } from './find-meant.js';
import { MatchedWords } from './matched-words.js';
import { NameWords, type TermMatches } from './name-words.js';
import { intersectRanked, RankedSetsBuilder, type RankedSets } from './ranked-sets.js';
import { isKannada } from './sound-key.js';
import { searchedTexts, type RegistrySummary } from './summary.js';
import { TermIndex } from './term-index.js';
import { categoryTier, kinds, textTiers, places, toNameTier } from './tiers.js';
import { joinPairs, tokenize } from './tokenize.js';

/** Which documents hold a word: in a name (an other one, too), as a name's first word, as the only one, in another text, as a code. */
const NAME = 0;
const FIRST = 1;
const ONLY = 2;
const TEXTS = 3;
const CODES = 4;
/** Which categories, by their places, have a word in their names. */
const CATEGORIES = 5;

/** The beginning of a code; a single letter or number means something else. */
const codeStart = /^(?:[a-z]\d|[1-9a-z][a-z]\d)/;

/** What a query found. */
export interface SearchResult {
  readonly sets: RankedSets;
  /** Whether a term means Kannada words, in whatever script it is typed. */
  readonly inKannada: boolean;
  /** Nothing is spelled, or sounds, as it was typed. */
  readonly isMisspelt: boolean;
}

/** The documents that answer to all terms, and whether names have all of them as whole words. */
type FoundSets = Omit<SearchResult, 'isMisspelt'> & { readonly allKnown: boolean };

/** The words of all documents and what queries find by them. */
export class Search {
  private readonly words: TermIndex;
  private readonly nameWords = new NameWords();
  private readonly bitmaps: BitmapPool;
  /** One for each different term of the query. */
  private readonly matched: MatchedWords[] = [];
  /** Those of the last query, by its terms. */
  private readonly matches = new Map<string, TermMatches>();
  /** The query that {@link matches} belong to. */
  private searched: string | undefined;

  /**
   * @param capacity how many documents there is room for at present
   * @param bitsOf the documents of a category
   */
  constructor(
    capacity: () => number,
    private readonly bitsOf: (category: Category) => Bitmap,
  ) {
    this.words = new TermIndex(6, capacity);
    for (const [at, category] of categories.entries())
      this.words.add(CATEGORIES, tokenize(`${category} ${categoryNamesKn[category]}`), at);
    this.bitmaps = new BitmapPool(capacity);
  }

  get byteLength(): number {
    return this.words.byteLength + this.nameWords.byteLength;
  }

  add(entry: RegistrySummary, document: number): void {
    this.searched = undefined;
    const names = toNames(entry);
    for (const [field, words] of toFieldWords(entry, names)) this.words.add(field, words, document);
    this.nameWords.add(
      names.map((words) => words.map((word) => this.words.lexicon.getId(word))),
      document,
    );
  }

  remove(entry: RegistrySummary, document: number): void {
    this.searched = undefined;
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
    this.matches.clear();
    this.searched = terms.join(' ');
    const found: RankedSetsBuilder[] = [];
    const exact = this.findAll(terms, false, found);
    const count = countBits(exact.sets.at(-1)?.documents ?? createBitmap(0));
    // Whatever the filter, so that the numbers beside the filters are those of the lists.
    const isEnough = count >= PAGE_SIZE || (count > 0 && exact.allKnown);
    const { sets, inKannada } = isEnough ? exact : this.findAll(terms, true, found);
    if (filter !== undefined) for (const { documents } of sets) andInto(documents, filter);
    return { sets, inKannada, isMisspelt: count === 0 };
  }

  /** Why a search finds a document. */
  explain(terms: readonly string[], document: number, entry: RegistrySummary): SearchMatch {
    if (this.searched !== terms.join(' ')) this.find(terms, undefined);
    const matched = [...this.matches.values()].map((match) => match.matched);
    const names = this.nameWords.get(document);
    return explainMatch(entry, names, matched, (word) => this.words.lexicon.findId(word));
  }

  /** What is meant by terms of which nothing is spelled as it was typed; it finds something. */
  suggest(terms: readonly string[]): string | undefined {
    if (this.searched !== terms.join(' ')) this.find(terms, undefined);
    const inName = this.words.fields[NAME];
    const countNames = (word: number) => inName?.count(word) ?? 0;
    const meant: string[] = [];
    for (const term of terms) {
      const { matched, known } = this.match(term, true);
      const word = known ? term : findMeant(term, matched, this.words.lexicon, countNames);
      if (word === undefined) return undefined;
      meant.push(word);
    }
    const text = meant.join(' ');
    if (text === terms.join(' ')) return undefined;
    return meant.length === 1 || !this.find(meant, undefined).isMisspelt ? text : undefined;
  }

  /**
   * Documents that answer to all terms, as they are spelled or, if `allowsTypo`, with a wrong letter in each.
   * @param foundBy what each term finds; is added to
   */
  private findAll(
    terms: readonly string[],
    allowsTypo: boolean,
    foundBy: RankedSetsBuilder[],
  ): FoundSets {
    const isOnlyTerm = terms.length === 1;
    const pairs = joinPairs(terms);
    let sets: RankedSets | undefined;
    for (const [at, term] of terms.entries()) {
      let found = foundBy[at];
      if (found === undefined) {
        found = new RankedSetsBuilder(this.bitmaps);
        foundBy[at] = found;
        this.rankJoined(term, found);
        for (const pair of pairs.slice(Math.max(0, at - 1), at + 1)) this.rankPair(pair, found);
      }
      this.rank(term, this.match(term, allowsTypo), isOnlyTerm, found);
      const ranked = found.build();
      sets = sets === undefined ? ranked : intersectRanked(sets, ranked, this.bitmaps);
      if (sets.length === 0) break;
    }
    const all = terms.flatMap((term) => this.matches.get(term) ?? []);
    if (!isOnlyTerm && sets !== undefined && sets.length > 0) sets = this.rankNames(all, sets);
    return {
      sets: sets ?? [],
      inKannada: all.some(({ inKannada }) => inKannada),
      allKnown: all.every(({ known }) => known),
    };
  }

  /** What answers to a term of the last query. */
  private match(term: string, allowsTypo: boolean): TermMatches {
    const before = this.matches.get(term);
    if (before && (before.allowsTypo || !allowsTypo)) return before;
    const matched = before?.matched ?? (this.matched[this.matches.size] ??= new MatchedWords());
    if (!before) {
      matched.clear();
      this.words.match(term, matched);
    }
    if (allowsTypo) this.words.matchTypos(term, matched);
    const inName = this.words.fields[NAME];
    let known = false;
    let inKannada = false;
    let best = Infinity;
    for (const word of matched.words) {
      if (!inName?.count(word)) continue;
      const kind = matched.getStart(word) ?? Infinity;
      // The word is the term, or sounds like it.
      known ||= (matched.getWhole(word) ?? Infinity) <= kinds.sound;
      if (kind > best || (kind === best && !inKannada)) continue;
      best = kind;
      inKannada = isKannada(this.words.lexicon.getWord(word));
    }
    const match = { matched, allowsTypo, known, inKannada };
    this.matches.set(term, match);
    return match;
  }

  /** Finds the documents of one term; as long as it is the only one, their names' beginnings count as well. */
  private rank(
    term: string,
    { matched, known }: TermMatches,
    isOnlyTerm: boolean,
    found: RankedSetsBuilder,
  ): void {
    const isCode = codeStart.test(term);
    const answering = createBitmap(categories.length);
    const add = (field: number, word: number, tier: number | undefined) => {
      if (tier !== undefined && tier !== Infinity) this.addWord(field, word, found, tier);
    };
    for (const word of matched.words) {
      const whole = matched.getWhole(word);
      const start = matched.getStart(word);
      const asWord = toNameTier(places.word, whole, known);
      add(NAME, word, Math.min(asWord, toNameTier(places.wordStart, start, known)));
      if (start !== undefined) add(TEXTS, word, textTiers[start]);
      this.words.fields[CATEGORIES]?.addTo(word, answering);
      // Codes are found as typed only, before all else.
      if (isCode && whole === kinds.exact)
        add(CODES, word, toNameTier(places.wholeName, whole, known));
      if (isCode && start === kinds.exact)
        add(CODES, word, toNameTier(places.nameStart, start, known));
      if (!isOnlyTerm) continue;
      add(FIRST, word, toNameTier(places.nameStart, start, known));
      add(ONLY, word, toNameTier(places.wholeName, whole, known));
    }
    categories.forEach((category, at) => {
      if (hasBit(answering, at)) orInto(found.at(categoryTier), this.bitsOf(category));
    });
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
    for (const { tier, documents } of sets) orInto(found.at(tier), documents);
    for (const document of toNumbers(candidates, count)) {
      const tier = this.nameWords.rank(document, terms);
      if (tier < Infinity) setBit(found.at(tier), document);
    }
    return found.build();
  }
}

const toNames = ({ nameEn, nameKn, alsoKnownAs }: RegistrySummary) =>
  [nameEn, nameKn, ...splitOtherNames(alsoKnownAs)].map(tokenize);

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
