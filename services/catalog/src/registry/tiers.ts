import type { MatchKind } from './term-index.js';

/** How well an entry answers to a query; the lower, the further up in the list. */
export const tiers = {
  exactName: 0,
  exactRomanName: 1,
  namePrefix: 2,
  nameWord: 3,
  nameWordPrefix: 4,
  nameRomanWord: 5,
  nameRomanPrefix: 6,
  nameTypo: 7,
  nameRomanTypo: 8,
  category: 9,
  notes: 10,
  notesRoman: 11,
  notesTypo: 12,
} as const;

/** What a match in a name is worth. */
export const nameTiers: Readonly<Record<MatchKind, number>> = {
  word: tiers.nameWord,
  prefix: tiers.nameWordPrefix,
  romanWord: tiers.nameRomanWord,
  romanPrefix: tiers.nameRomanPrefix,
  typo: tiers.nameTypo,
  romanTypo: tiers.nameRomanTypo,
};

/** What a match in the notes is worth: a typo in a romanised word is too weak a hint to find it in running text. */
export const notesTiers: Readonly<Record<MatchKind, number | undefined>> = {
  word: tiers.notes,
  prefix: tiers.notes,
  romanWord: tiers.notesRoman,
  romanPrefix: tiers.notesRoman,
  typo: tiers.notesTypo,
  romanTypo: undefined,
};
