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
export const outcomeColours = {
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
export const openOutcomes: readonly Outcome[] = ['Baseline', 'Ongoing'];
