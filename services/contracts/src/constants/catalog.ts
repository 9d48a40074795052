import categoryData from './categories.json' with { type: 'json' };
import namesKn from './color-names-kn.json' with { type: 'json' };
import shades from './color-shades.json' with { type: 'json' };
import terms from './glossary.json' with { type: 'json' };
import outcomeData from './outcomes.json' with { type: 'json' };

/** One of {@link categories}. */
export type Category = keyof typeof categoryData;
/** The nine categories of a disease, as stored and as sent. */
export const categories = Object.keys(categoryData) as [Category, ...Category[]];

/** What a filter that excludes nothing is called on the wire. */
export const ALL_CATEGORIES = 'All';

const mapValues = <K extends string, V, R>(data: Readonly<Record<K, V>>, pick: (value: V) => R) =>
  Object.fromEntries(
    Object.entries<V>(data).map(([name, value]) => [name, pick(value)]),
  ) as Readonly<Record<K, R>>;

/** The design token that a category's label is drawn with. */
export const categoryColors = mapValues(
  categoryData,
  ({ color }) => color as 'green' | 'primary' | 'amber' | 'gray',
);

/** A category's name in Kannada; search finds it as well. */
export const categoryNamesKn = mapValues(categoryData, ({ nameKn }) => nameKn);

/** One of {@link outcomes}. */
export type Outcome = keyof typeof outcomeData;
/** Every outcome that a history entry can have. */
export const outcomes = Object.keys(outcomeData) as [Outcome, ...Outcome[]];

/** The outcomes that the entry form offers; the first is its default. */
export const formOutcomes = [
  'Improved',
  'No Change',
  'Worsened',
  'Resolved',
] as const satisfies readonly Outcome[];

/** The design token that an outcome's label is drawn with. */
export const outcomeColors = mapValues(
  outcomeData,
  ({ color }) => color as 'green' | 'yellow' | 'gray' | 'red' | 'blue',
);

/** Outcomes that count as a success. */
export const successfulOutcomes = outcomes.filter((name) => outcomeData[name].state === 'success');

/** Outcomes that say nothing final yet; the success rate leaves them out. */
export const nonFinalOutcomes = outcomes.filter((name) => outcomeData[name].state === 'open');

/** What can be wrong with the Kannada texts of a treatment. */
export const languageStates = ['missing', 'needsReview', 'outdated'] as const;
/** One of {@link languageStates}. */
export type LanguageState = (typeof languageStates)[number];
/** Orders of the registry: by either name, or the last change first. */
export const diseaseSorts = ['nameEn', 'nameKn', 'updatedAt'] as const;
/** One of {@link diseaseSorts}. */
export type DiseaseSort = (typeof diseaseSorts)[number];

/** The header of a page of the registry with its `didYouMean`, in percent encoding. */
export const DID_YOU_MEAN_HEADER = 'x-did-you-mean';

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
export const glossary: readonly { key: string; en: string; kn: string }[] = terms;

/** The name of the product where none is configured. */
export const defaultProductName = { en: 'Color Therapy', kn: 'ಬಣ್ಣ ಚಿಕಿತ್ಸೆ' } as const;
