import type { Loss, PlannedChange, Refusal, SimilarName } from '@ctdb/contracts';
import type { ImportItem } from './import-item.js';
import type { ImportProgress } from './import-jobs.repository.js';
import type { ChangingPlan, Plan } from './import-plan.js';
import { accountRows } from './row-ranges.js';

/** A planned change as administrators see it. */
const toPlannedChange = (plan: ChangingPlan): PlannedChange => ({
  line: plan.line,
  action: plan.kind === 'created' ? 'create' : 'update',
  nameEn: plan.names.nameEn,
  nameKn: plan.names.nameKn,
  fields: plan.kind === 'created' ? [] : plan.fields,
});

/** What a planned change takes away, as administrators see it. */
const toLosses = ({ line, change, names: { nameEn, nameKn }, losses }: ChangingPlan): Loss[] => {
  const diseaseId = change.diseaseId.toHexString();
  return losses.map((loss) => ({ line, diseaseId, nameEn, nameKn, ...loss }));
};

/** The disease that a created one is called very like, as administrators see it. */
const toSimilarName = ({ line, names: { nameEn, nameKn }, similar }: ChangingPlan): SimilarName[] =>
  similar ? [{ line, nameEn, nameKn, other: similar }] : [];

const countBy = (plans: readonly Plan[], kind: Plan['kind']) =>
  plans.filter((plan) => plan.kind === kind).length;

/** The figures and lists of a batch. */
export const toProgress = (
  items: readonly ImportItem[],
  plans: readonly Plan[],
  isDryRun: boolean,
): Partial<ImportProgress> => {
  const changes = plans.flatMap((plan) => ('change' in plan ? [plan] : []));
  const losing = changes.filter(({ losses }) => losses.length > 0);
  const similarNames = changes.flatMap(toSimilarName);
  const { ranges, counts } = accountRows(items, plans);
  return {
    counts: {
      rows: Object.values(counts).reduce((sum, count) => sum + count, 0),
      created: countBy(plans, 'created'),
      updated: countBy(plans, 'updated'),
      unchanged: countBy(plans, 'unchanged'),
      refused: countBy(plans, 'refused'),
      losing: losing.length,
      similar: similarNames.length,
    },
    rowCounts: counts,
    rowRanges: ranges,
    refusals: plans.flatMap((plan): Refusal[] => (plan.kind === 'refused' ? plan.refusals : [])),
    planned: isDryRun ? changes.map(toPlannedChange) : [],
    losses: losing.flatMap(toLosses),
    similarNames,
  };
};
