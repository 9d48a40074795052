import { expect, it } from 'vitest';
import fc from 'fast-check';
import { EntryStore } from './entry-store.js';

const SLOTS = 40;

/** Sets (undefined: removes) the entry of a slot; long texts fill chunks soon. */
const change = fc.record({
  slot: fc.nat(SLOTS - 1),
  length: fc.option(fc.integer({ min: 0, max: 150_000 }), { nil: undefined, freq: 5 }),
  letter: fc.constantFrom('a', 'ಕ', '\ud800', '"'),
});

it('EntryStore returns what was set last, and frees what is not held any more', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 20, maxLength: 120 }), (changes) => {
      const store = new EntryStore<{ text: string }>();
      const expected = new Map<number, { text: string } | undefined>();
      for (const { slot, length, letter } of changes) {
        const entry = length === undefined ? undefined : { text: letter.repeat(length) };
        if (entry) store.set(slot, entry);
        else store.remove(slot);
        expected.set(slot, entry);
      }
      for (const [slot, entry] of expected) if (entry) expect(store.get(slot)).toEqual(entry);
    }),
    { numRuns: process.env['NIGHTLY'] ? 300 : 8 },
  );
});

it('EntryStore takes no more memory after many changes of the same entries', () => {
  const store = new EntryStore<string>();
  const change = () => {
    for (let slot = 0; slot < 3_000; slot++) store.set(slot, 'x'.repeat(1_000));
  };
  change();
  const before = store.byteLength;
  for (let round = 0; round < 10; round++) change();
  expect(store.byteLength).toBeLessThan(2 * before + 2 ** 21);
  for (let slot = 0; slot < 3_000; slot++) store.remove(slot);
  expect(store.byteLength).toBeLessThan(2 ** 21);
});
