/** The nine categories of a disease, as stored and as sent. */
export const categories = [
  'Respiratory',
  'Cardiovascular',
  'Digestive',
  'Neurological',
  'Skin',
  'Autoimmune',
  'Mental Health',
  'Metabolic',
  'Other',
] as const;
/** One of {@link categories}. */
export type Category = (typeof categories)[number];

/** What a filter that excludes nothing is called on the wire. */
export const ALL_CATEGORIES = 'All';

/** The design token that a category's label is drawn with. */
export const categoryColours = {
  Respiratory: 'green',
  Cardiovascular: 'green',
  Digestive: 'green',
  Metabolic: 'green',
  Neurological: 'primary',
  'Mental Health': 'primary',
  Skin: 'amber',
  Autoimmune: 'amber',
  Other: 'gray',
} as const satisfies Record<Category, 'green' | 'primary' | 'amber' | 'gray'>;

/** A category's name in Kannada; search finds it as well. */
export const categoryNamesKn = {
  Respiratory: 'ಉಸಿರಾಟ',
  Cardiovascular: 'ಹೃದಯ ಮತ್ತು ರಕ್ತನಾಳ',
  Digestive: 'ಜೀರ್ಣಾಂಗ',
  Neurological: 'ನರಮಂಡಲ',
  Skin: 'ಚರ್ಮ',
  Autoimmune: 'ಸ್ವಯಂ ಪ್ರತಿರಕ್ಷಣೆ',
  'Mental Health': 'ಮಾನಸಿಕ ಆರೋಗ್ಯ',
  Metabolic: 'ಚಯಾಪಚಯ',
  Other: 'ಇತರೆ',
} as const satisfies Record<Category, string>;
