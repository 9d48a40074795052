/**
 * Converts a typed receipt code to the stored form. Accepts lower and upper case, any dashes and
 * spaces, O for 0, I and L for 1. Invalid text stays invalid.
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
