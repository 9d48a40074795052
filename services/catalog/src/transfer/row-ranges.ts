import { noRows, type RowCounts, type RowRange } from '@ctdb/contracts';
import type { ImportItem } from './import-item.js';
import type { Plan } from './import-plan.js';

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
const toRanges = ({ lines }: ImportItem, plan: Plan): RowRange[] => {
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
export const accountRows = (
  items: readonly ImportItem[],
  plans: readonly Plan[],
): { ranges: RowRange[]; counts: RowCounts } => {
  const counts = { ...noRows };
  const ranges = items.flatMap((item, index) => {
    const plan = plans[index];
    return plan ? toRanges(item, plan) : [];
  });
  for (const { result } of ranges) counts[result] += 1;
  return { ranges: joinRanges(ranges), counts };
};
