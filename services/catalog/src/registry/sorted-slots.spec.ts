import { expect, it } from 'vitest';
import fc from 'fast-check';
import { SortedSlots } from './sorted-slots.js';

const step = fc.oneof(
  fc.record({ add: fc.uniqueArray(fc.nat(500), { maxLength: 120 }) }),
  fc.record({ remove: fc.nat(500) }),
  fc.constant({ settle: true }),
);

it('SortedSlots is in order after any changes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      // Descending, so that the order differs from that of the numbers.
      const slots = new SortedSlots((left, right) => right - left);
      const held = new Set<number>();
      for (const change of steps) {
        if ('add' in change) {
          for (const slot of change.add.filter((slot) => !held.has(slot))) {
            held.add(slot);
            slots.add(slot);
          }
        } else if ('remove' in change) {
          held.delete(change.remove);
          slots.remove(change.remove);
        } else slots.sortPending();
      }
      expect(slots.size).toBe(held.size);
      expect([...slots.all.subarray(0, slots.size)]).toEqual([...held].sort((a, b) => b - a));
    }),
  );
});
