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
