import { splitOtherNames, type SearchMatch } from '@ctdb/contracts';
import type { MatchedWords } from './matched-words.js';
import { searchedTexts, type RegistrySummary } from './summary.js';
import { kinds } from './tiers.js';
import { tokenize } from './tokenize.js';

const shownWord = /[\p{L}\p{M}\p{N}\u200c\u200d]+/gu;
/** How much of a long text is looked at, and how much is shown around a word of it. */
const MAX_LENGTH = 2_000;
const SHOWN_AROUND = 40;

/** A piece of a text, with what is around the word at `at`. */
function cutAround(text: string, at: number): string {
  const from = at > SHOWN_AROUND ? text.lastIndexOf(' ', at - SHOWN_AROUND) + 1 : 0;
  const end = text.indexOf(' ', at + SHOWN_AROUND);
  const piece = text.slice(from, end === -1 ? undefined : end);
  return `${from > 0 ? '…' : ''}${piece}${end === -1 ? '' : '…'}`;
}

/**
 * Which words of a disease answer to a search, and in which field, where its names do not answer to all terms.
 * @param names the numbers of the words of each name, which are known
 * @param terms what answers to each term
 * @param findId the number of a word
 */
export function explainMatch(
  entry: RegistrySummary,
  names: readonly ArrayLike<number>[],
  terms: readonly MatchedWords[],
  findId: (word: string) => number | undefined,
): SearchMatch {
  const words = new Set<string>();
  const open = new Set(terms);
  const idsOf = (text: string) => tokenize(text).flatMap((token) => findId(token) ?? []);
  const answers = (term: MatchedWords, ids: ArrayLike<number>): boolean => {
    for (let at = 0; at < ids.length; at++)
      if (term.getStart(ids[at] as number) !== undefined) return true;
    return false;
  };
  /** Marks the words of a text that answer; `ids` are those of all its words. */
  const collect = (text: string, ids: ArrayLike<number>): void => {
    const answering = terms.filter((term) => answers(term, ids));
    if (answering.length === 0) return;
    const shown = text.match(shownWord) ?? [];
    for (const [at, word] of shown.entries()) {
      // What is one word here may be several there, and the other way round.
      const own = shown.length === ids.length ? [ids[at] as number] : idsOf(word);
      if (answering.some((term) => answers(term, own))) words.add(word);
    }
    for (const term of answering) open.delete(term);
  };
  const isOpen = (ids: ArrayLike<number>) => [...open].some((term) => answers(term, ids));
  const inField = (field: string, text: string): SearchMatch => {
    collect(text, idsOf(text));
    return { words: [...words], field, text };
  };

  const [english = [], kannada = [], ...others] = names;
  collect(entry.nameEn, english);
  collect(entry.nameKn, kannada);
  if (open.size === 0) return { words: [...words] };
  const other = splitOtherNames(entry.alsoKnownAs)[others.findIndex(isOpen)];
  if (other !== undefined) return inField('alsoKnownAs', other);
  const found = entry.codes.find(({ code }) =>
    idsOf(code).some((id) => [...open].some((term) => term.getStart(id) === kinds.exact)),
  );
  if (found) return { words: [...words], field: 'codes', text: `${found.system} ${found.code}` };
  for (const field of searchedTexts) {
    const text = entry[field].slice(0, MAX_LENGTH).replace(/\s+/g, ' ');
    for (const { 0: word, index } of text.matchAll(shownWord))
      if (isOpen(idsOf(word))) return inField(field, cutAround(text, index));
  }
  return { words: [...words] };
}
