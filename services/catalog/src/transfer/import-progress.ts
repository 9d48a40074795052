import {
  noRows,
  type ImportDetail,
  type Loss,
  type Refusal,
  type RowRange,
  type SimilarName,
} from '@ctdb/contracts';
import type { ImportItem } from './import-item.js';
import type { ImportProgress } from './import-jobs.repository.js';
import type { ChangingPlan, Plan } from './import-plan.js';

/** Ranges by their lines; those that follow each other and have the same result are one. */
export const joinRanges = (ranges: readonly RowRange[]): RowRange[] => {
  const joined: RowRange[] = [];
  for (const range of ranges.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    const { from, result, because } = range;
    if (last?.to === from - 1 && last.result === result && last.because === because)
      last.to = range.to;
    else joined.push({ ...range });
  }
  return joined;
};

/** What becomes of the rows of an item. */
const toRanges = ({ lines }: ImportItem, plan: Plan | undefined): RowRange[] => {
  if (plan === undefined) return [];
  if (plan.kind !== 'refused')
    return lines.map((line) => ({ from: line, to: line, result: plan.kind }));
  const [first] = plan.refusals;
  const other = first?.code === 'DUPLICATE_ROW' ? Number(first.params?.['line']) : undefined;
  const refused = new Set(other === undefined ? plan.refusals.map(({ line }) => line) : []);
  const because = other ?? first?.line;
  return lines.map((line) => ({
    from: line,
    to: line,
    ...(refused.has(line)
      ? { result: 'refused' }
      : { result: 'skipped', ...(because !== undefined && { because }) }),
  }));
};

/** Accounts for all rows of some items. */
export const accountRows = (items: readonly ImportItem[], plans: readonly Plan[]) => {
  const counts = { ...noRows };
  const ranges = items.flatMap((item, index) => toRanges(item, plans[index]));
  for (const { result } of ranges) counts[result] += 1;
  return { ranges: joinRanges(ranges), counts };
};

const namesOf = ({ line, names: { nameEn, nameKn } }: ChangingPlan) => ({ line, nameEn, nameKn });

/** A planned change as administrators see it. */
const toPlannedChange = (plan: ChangingPlan): ImportDetail['planned'][number] => ({
  ...namesOf(plan),
  action: plan.kind === 'created' ? 'create' : 'update',
  fields: plan.kind === 'created' ? [] : plan.fields,
});

/** What a planned change takes away, as administrators see it. */
const toLosses = (plan: ChangingPlan): Loss[] => {
  const diseaseId = plan.change.diseaseId.toHexString();
  return plan.losses.map((loss) => ({ ...namesOf(plan), diseaseId, ...loss }));
};

/** The disease that a created one is called very like, as administrators see it. */
const toSimilarName = ({ similar, ...plan }: ChangingPlan): SimilarName[] =>
  similar ? [{ ...namesOf(plan), other: similar }] : [];

/** The figures and lists of a batch. */
export const toProgress = (
  items: readonly ImportItem[],
  plans: readonly Plan[],
  isDryRun: boolean,
): Omit<ImportProgress, 'cursor' | 'progress'> => {
  const changes = plans.flatMap((plan) => ('change' in plan ? [plan] : []));
  const losses = changes.filter((plan) => plan.losses.length > 0);
  const similarNames = changes.flatMap(toSimilarName);
  const { ranges, counts } = accountRows(items, plans);
  const countOf = (kind: Plan['kind']) => plans.filter((plan) => plan.kind === kind).length;
  const byResult = Object.entries(counts).map(([result, count]) => [`rowCounts.${result}`, count]);
  return {
    counts: {
      rows: items.flatMap(({ lines }) => lines).length,
      created: countOf('created'),
      updated: countOf('updated'),
      unchanged: countOf('unchanged'),
      refused: countOf('refused'),
      losing: losses.length,
      similar: similarNames.length,
      ...Object.fromEntries(byResult),
    },
    rowRanges: ranges,
    refusals: plans.flatMap((plan): Refusal[] => (plan.kind === 'refused' ? plan.refusals : [])),
    planned: isDryRun ? changes.map(toPlannedChange) : [],
    losses: losses.flatMap(toLosses),
    similarNames,
  };
};
