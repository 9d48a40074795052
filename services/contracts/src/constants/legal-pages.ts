/** The public pages whose texts an administrator edits. Each has an address of its own: `/contact`. */
export const legalPages = ['contact', 'terms', 'privacy', 'refunds'] as const;
/** One of {@link legalPages}. */
export type LegalPageName = (typeof legalPages)[number];

/** Longest text of such a page in one language, in characters. */
export const MAX_LEGAL_TEXT_LENGTH = 20_000;
