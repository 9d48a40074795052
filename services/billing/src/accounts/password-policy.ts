import { DomainError } from '@ctdb/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';

/** The length rule rejects shorter entries; here they would make `isDecorated` too strict. */
const MIN_LENGTH = 5;
/** "2024Welcome!" is "welcome" with this many characters of decoration at most. */
const MAX_DECORATION = 5;

const common = new Set(
  dictionary['passwords-common'].filter((entry) => entry.length >= MIN_LENGTH),
);

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
  return password.length - core.length <= MAX_DECORATION && common.has(core);
};

/**
 * Whether a password is easy to guess: one of about 49,000 from leaks, one of these with a few
 * digits or signs around it, one repeated character, a sequence, or the account's own name.
 */
export const isCommonPassword = (password: string, username: string): boolean => {
  const folded = password.normalize('NFKC').toLowerCase();
  const own = username.normalize('NFKC').toLowerCase();
  return (
    common.has(folded) ||
    isDecorated(folded) ||
    isOneCharacter(folded) ||
    isSequence(folded) ||
    folded === own ||
    stripDecoration(folded) === own
  );
};

/** The rule that a new password violates. */
export type PasswordViolation = 'BROKEN_UNICODE' | 'TOO_SHORT' | 'TOO_COMMON';

/** Finds the first rule that a new password violates; length is counted in characters. */
export const findViolation = (
  password: string,
  username: string,
  minLength: number,
): PasswordViolation | undefined => {
  // A lone surrogate is hashed as U+FFFD, so all such passwords would match each other.
  if (!password.isWellFormed()) return 'BROKEN_UNICODE';
  if ([...password].length < minLength) return 'TOO_SHORT';
  if (isCommonPassword(password, username)) return 'TOO_COMMON';
  return undefined;
};

/** Throws if a new password violates a rule. */
export const assertPasswordAllowed = (
  password: string,
  username: string,
  minLength: number,
): void => {
  const violation = findViolation(password, username, minLength);
  switch (violation) {
    case undefined:
      return;
    case 'BROKEN_UNICODE':
      throw new DomainError('VALIDATION_FAILED', {
        faults: [{ path: 'newPassword', code: 'BROKEN_UNICODE' }],
      });
    case 'TOO_SHORT':
      throw new DomainError('PASSWORD_TOO_SHORT', { min: minLength });
    case 'TOO_COMMON':
      throw new DomainError('PASSWORD_TOO_COMMON');
  }
};
