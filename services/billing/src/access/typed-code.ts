/**
 * A receipt code as people type it, in the form in which it is stored: small letters or capitals,
 * with or without dashes and spaces, O for 0, I and L for 1. What cannot be a code stays so.
 */
export const storedForm = (typed: string): string =>
  typed
    .toWellFormed()
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}_.]+/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll(/(.{4})(?=.)/gu, '$1-');
