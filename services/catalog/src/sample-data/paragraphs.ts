/** Joins paragraphs with a blank line between them. */
export const paragraphs = (...texts: readonly string[]): string => texts.join('\n\n');
