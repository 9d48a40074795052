const REFERENCE = /\s(?:src|href)\s*=\s*"([^"]*)"/g;

/** The files of this site that a page names: scripts, styles, icons. Addresses of other sites are not. */
export const referencesOf = (html: string): string[] =>
  [...html.matchAll(REFERENCE)]
    .map(([, address = '']) => address)
    .filter((address) => /^\.?\/(?!\/)/.test(address))
    .map((address) => new URL(address, 'http://site/').pathname)
    .filter((path) => path !== '/');
