import { dictionary } from '@zxcvbn-ts/language-common';

/** Shorter entries are refused by the length rule and would make the core rule below too strict. */
const SHORTEST = 5;
/** "2024Welcome!" is "welcome" with this many characters of decoration at most. */
const MAX_DECORATION = 5;

const common = new Set(dictionary['passwords-common'].filter((entry) => entry.length >= SHORTEST));

const isOneCharacter = (password: string) => new Set(password).size === 1;

/** "abcdef", "987654": every character follows its neighbour. */
const isRun = (password: string) => {
  const steps = [...password].slice(1).map((character, index) => {
    return (character.codePointAt(0) ?? 0) - ([...password][index]?.codePointAt(0) ?? 0);
  });
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
};

/** The word inside: without digits and signs before and after it. */
const coreOf = (password: string) =>
  password.replace(/^[^\p{L}\p{M}]+/u, '').replace(/[^\p{L}\p{M}]+$/u, '');

const isDecorated = (password: string) => {
  const core = coreOf(password);
  return password.length - core.length <= MAX_DECORATION && common.has(core);
};

/**
 * Tells whether a password is among those that guessing starts with: one of about 49,000 seen in
 * leaks, the same with a few digits or signs around it, one repeated character, a run, or the
 * name of its own account.
 */
export const isCommonPassword = (password: string, username: string): boolean => {
  const folded = password.normalize('NFKC').toLowerCase();
  const own = username.normalize('NFKC').toLowerCase();
  return (
    common.has(folded) ||
    isDecorated(folded) ||
    isOneCharacter(folded) ||
    isRun(folded) ||
    folded === own ||
    coreOf(folded) === own
  );
};
