import { describe, expect, it } from 'vitest';
import { planRepair } from './image-repair.task.js';

const both = [false, true];
const all = both.flatMap((master) =>
  both.flatMap((backup) => both.map((legacy) => ({ master, backup, legacy }))),
);

describe('the plan of a repair', () => {
  it.each(all)('never overwrites a valid copy: %j', (matches) => {
    for (const write of planRepair(matches)?.writes ?? []) expect(matches[write]).toBe(false);
  });

  it.each(all)('reads only from a valid copy: %j', (matches) => {
    const plan = planRepair(matches);
    if (plan) expect(matches[plan.source]).toBe(true);
    else expect(Object.values(matches)).not.toContain(true);
  });

  it.each(all)('makes both copies valid, or is null: %j', (matches) => {
    const plan = planRepair(matches);
    const after = { ...matches };
    for (const write of plan?.writes ?? []) after[write] = true;
    expect(plan === null || (after.master && after.backup)).toBe(true);
  });

  it('writes nothing if both copies are valid', () => {
    expect(planRepair({ master: true, backup: true, legacy: false })?.writes).toEqual([]);
  });
});
