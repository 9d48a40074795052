import namesKn from './color-names-kn.json' with { type: 'json' };
import shades from './color-shades.json' with { type: 'json' };

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
export const categoryColors = {
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
  Respiratory: 'ಶ್ವಾಸಕೋಶ ಮತ್ತು ಉಸಿರಾಟ',
  Cardiovascular: 'ಹೃದಯ ಮತ್ತು ರಕ್ತನಾಳ',
  Digestive: 'ಜೀರ್ಣಾಂಗ',
  Neurological: 'ನರಮಂಡಲ',
  Skin: 'ಚರ್ಮ',
  Autoimmune: 'ಸ್ವಯಂ ನಿರೋಧಕ (ಆಟೊಇಮ್ಯೂನ್)',
  'Mental Health': 'ಮಾನಸಿಕ ಆರೋಗ್ಯ',
  Metabolic: 'ಚಯಾಪಚಯ',
  Other: 'ಇತರೆ',
} as const satisfies Record<Category, string>;

/** Every outcome that a history entry can have. */
export const outcomes = [
  'Improved',
  'No Change',
  'Worsened',
  'Resolved',
  'Effective',
  'Partial Relief',
  'Baseline',
  'No Effect',
  'Adverse Effect',
  'Ongoing',
] as const;
/** One of {@link outcomes}. */
export type Outcome = (typeof outcomes)[number];

/** The outcomes that the entry form offers; the first is its default. */
export const formOutcomes = [
  'Improved',
  'No Change',
  'Worsened',
  'Resolved',
] as const satisfies readonly Outcome[];

/** The design token that an outcome's label is drawn with. */
export const outcomeColors = {
  Effective: 'green',
  Resolved: 'green',
  Improved: 'green',
  'Partial Relief': 'yellow',
  Baseline: 'gray',
  'No Change': 'red',
  'No Effect': 'red',
  Worsened: 'red',
  'Adverse Effect': 'red',
  Ongoing: 'blue',
} as const satisfies Record<Outcome, 'green' | 'yellow' | 'gray' | 'red' | 'blue'>;

/** Outcomes that count as a success. */
export const successfulOutcomes: readonly Outcome[] = [
  'Improved',
  'Resolved',
  'Effective',
  'Partial Relief',
];

/** Outcomes that say nothing final yet; the success rate leaves them out. */
export const nonFinalOutcomes: readonly Outcome[] = ['Baseline', 'Ongoing'];

/** What can be wrong with the Kannada texts of a treatment. */
export const languageStates = ['missing', 'needsReview', 'outdated'] as const;
/** One of {@link languageStates}. */
export type LanguageState = (typeof languageStates)[number];
/** Orders of the registry: by either name, or the last change first. */
export const diseaseSorts = ['nameEn', 'nameKn', 'updatedAt'] as const;
/** One of {@link diseaseSorts}. */
export type DiseaseSort = (typeof diseaseSorts)[number];

/** Classifications of diseases whose codes a disease can carry. */
export const codeSystems = ['ICD-10', 'ICD-11'] as const;

/** Colours that a protocol can prescribe (the twelve of Spectro-Chrome, pink and white), with the shade in which each is drawn (sRGB). */
export const protocolColors = shades;

/** The name of a colour of {@link protocolColors}. */
export type ProtocolColor = keyof typeof protocolColors;
/** All names of {@link protocolColors}, in the order of the spectrum. */
export const protocolColorNames = Object.keys(protocolColors) as [
  ProtocolColor,
  ...ProtocolColor[],
];

/** A built-in color's name in Kannada, which no added color may have. */
export const colorNamesKn: Readonly<Record<ProtocolColor, string>> = namesKn;

/** Whether `color` is a built-in one, see {@link protocolColors}. */
export const isProtocolColor = (color: string): color is ProtocolColor =>
  Object.hasOwn(protocolColors, color);

/** The product's 16 terms, English to Kannada, in the order in which they are shown. */
export const glossary = [
  { key: 'disease', en: 'Disease', kn: 'ರೋಗ' },
  { key: 'treatment', en: 'Treatment', kn: 'ಚಿಕಿತ್ಸೆ' },
  { key: 'symptom', en: 'Symptom', kn: 'ರೋಗಲಕ್ಷಣ' },
  { key: 'patient', en: 'Patient', kn: 'ರೋಗಿ' },
  { key: 'practitioner', en: 'Practitioner', kn: 'ಚಿಕಿತ್ಸಕರು' },
  { key: 'colorTherapy', en: 'Color Therapy', kn: 'ಬಣ್ಣ ಚಿಕಿತ್ಸೆ' },
  { key: 'pain', en: 'Pain', kn: 'ನೋವು' },
  { key: 'fever', en: 'Fever', kn: 'ಜ್ವರ' },
  { key: 'headache', en: 'Headache', kn: 'ತಲೆನೋವು' },
  { key: 'cough', en: 'Cough', kn: 'ಕೆಮ್ಮು' },
  { key: 'inflammation', en: 'Inflammation', kn: 'ಉರಿಯೂತ' },
  { key: 'diabetes', en: 'Diabetes', kn: 'ಮಧುಮೇಹ' },
  { key: 'highBloodPressure', en: 'High Blood Pressure', kn: 'ಅಧಿಕ ರಕ್ತದೊತ್ತಡ (ಬಿಪಿ)' },
  { key: 'asthma', en: 'Asthma', kn: 'ಅಸ್ತಮಾ' },
  { key: 'skin', en: 'Skin', kn: 'ಚರ್ಮ' },
  { key: 'heart', en: 'Heart', kn: 'ಹೃದಯ' },
] as const;

/** The key of a term of {@link glossary}. */
export type GlossaryKey = (typeof glossary)[number]['key'];

/** The name of the product where none is configured. */
export const defaultProductName = { en: 'Color Therapy', kn: 'ಬಣ್ಣ ಚಿಕಿತ್ಸೆ' } as const;
