import { expect, it } from 'vitest';
import { planRepair } from './image-check.handler.js';

const both = [false, true];
const all = both.flatMap((master) =>
  both.flatMap((backup) => both.map((legacy) => ({ master, backup, legacy }))),
);

it.each(all)(
  'the plan of a repair reads from a valid copy, overwrites none, and makes both valid: %j',
  (matches) => {
    const plan = planRepair(matches);
    if (!plan) return expect(Object.values(matches)).not.toContain(true);
    expect(matches[plan.source]).toBe(true);
    expect(plan.writes.filter((write) => matches[write])).toEqual([]);
    const after = { ...matches };
    for (const write of plan.writes) after[write] = true;
    expect(after).toMatchObject({ master: true, backup: true });
  },
);

it('the plan of a repair writes nothing if both copies are valid', () => {
  expect(planRepair({ master: true, backup: true, legacy: false })?.writes).toEqual([]);
});
