import { glossary } from '@ctdb/contracts';

const wordsOf = (text: string) =>
  ` ${(
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(' ')} `;

const terms = glossary.map(({ en, kn }) => ({ en, kn, words: wordsOf(en) }));

/** Terms of the glossary that occur in `text` as whole words, exactly as they stand there. */
export const glossaryMatches = (text: string): { en: string; kn: string }[] => {
  const words = wordsOf(text);
  return terms.filter((term) => words.includes(term.words)).map(({ en, kn }) => ({ en, kn }));
};
