/** Joins paragraphs with a blank line between them. */
export const paragraphs = (...texts: readonly string[]): string => texts.join('\n\n');

/** Invented practitioners; each name is written once, so that figures per practitioner add up. */
export const practitioners = {
  gowda: 'ಮೀನಾಕ್ಷಿ ಗೌಡ',
  joshi: 'Raghavendra Joshi',
  kamath: 'Vasudha Kamath',
  nadig: 'Shilpa Nadig',
  patil: 'Basavaraj Patil',
} as const;
