import { nonFinalOutcomes, successfulOutcomes, type Outcome } from '@ctdb/contracts';

/** How often each outcome occurred; absent counts as never. */
export type OutcomeCounts = Partial<Record<Outcome, number>>;

const sum = (counts: OutcomeCounts, which: (outcome: Outcome) => boolean) =>
  Object.entries(counts).reduce(
    (total, [outcome, count]) => (which(outcome as Outcome) ? total + count : total),
    0,
  );

/** Number of all entries. */
export const countEntries = (counts: OutcomeCounts): number => sum(counts, () => true);

/** Successes among the entries with a final outcome, 0 to 1; null where there is none. */
export const successRate = (counts: OutcomeCounts): number | null => {
  const final = sum(counts, (outcome) => !nonFinalOutcomes.includes(outcome));
  return final === 0
    ? null
    : sum(counts, (outcome) => successfulOutcomes.includes(outcome)) / final;
};

/** Adds `more` to `counts`. */
export const addCounts = (counts: OutcomeCounts, outcome: Outcome, more: number): void => {
  counts[outcome] = (counts[outcome] ?? 0) + more;
};
