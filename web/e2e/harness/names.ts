import { randomInt } from 'node:crypto';

/** What every disease made by these tests begins with. */
export const MARK = 'Testitis';

const LETTERS = 'bcdfghjklmnpqrtvwz';

/** A disease's name that no other test uses and that no search for another name finds. */
export const uniqueWord = (): string =>
  `${MARK} ${Array.from({ length: 9 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;
