/** How a word answers to a query term, the best first. */
export const kinds = {
  /** As typed. */
  exact: 0,
  /** It sounds like the term: romanised Kannada, or another spelling. */
  sound: 1,
  /** One letter of the term is wrong. */
  typo: 2,
  /** One letter of the term's sound is wrong. */
  soundTypo: 3,
} as const;
export type MatchKind = (typeof kinds)[keyof typeof kinds];

/** Where in a name the query is found, the best first. */
export const places = { wholeName: 0, nameStart: 1, word: 2, wordStart: 3 } as const;
export type NamePlace = (typeof places)[keyof typeof places];

const KINDS = 4;
const PLACES = 4;
const KNOWN_TYPOS = KINDS * PLACES;
const CATEGORY = KNOWN_TYPOS + KINDS * PLACES;

/**
 * How well a name answers to a query; the lower, the further up in the list. The place counts first,
 * then the kind. Only where the term is `known`, which means that a name has it, or what sounds like
 * it, as a whole word, typos come after all else: who types "liver" does not want "River blindness"
 * before "Fatty liver".
 */
export function toNameTier(place: NamePlace, kind: MatchKind | undefined, known: boolean): number {
  if (kind === undefined) return Infinity;
  const tier = place * KINDS + kind;
  return known && kind >= kinds.typo ? KNOWN_TYPOS + tier : tier;
}

export const categoryTier = CATEGORY;

/** What a match in another text is worth; a typo in a sound is too weak a hint to find it in running text. */
export const textTiers: Readonly<Record<MatchKind, number | undefined>> = {
  [kinds.exact]: CATEGORY + 1,
  [kinds.sound]: CATEGORY + 2,
  [kinds.typo]: CATEGORY + 3,
  [kinds.soundTypo]: undefined,
};
