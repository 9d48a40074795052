import { expect, it } from 'vitest';
import fc from 'fast-check';
import { createBitmap, countBits, toNumbers } from './bitmap.js';
import { Postings } from './postings.js';

const DOCUMENTS = 4_000;
const WORDS = 4;

/** Adds or removes a whole run of documents, so that lists become bitmaps and lists again. */
const run = fc.record({
  word: fc.nat(WORDS - 1),
  from: fc.nat(DOCUMENTS - 1),
  length: fc.integer({ min: 1, max: 1_500 }),
  step: fc.integer({ min: 1, max: 3 }),
  adds: fc.boolean(),
});

it('Postings hold what was added and not removed, however many', () => {
  fc.assert(
    fc.property(fc.array(run, { maxLength: 25 }), (runs) => {
      let capacity = 1024;
      const postings = new Postings(() => capacity);
      const expected = Array.from({ length: WORDS }, () => new Set<number>());
      for (const { word, from, length, step, adds } of runs) {
        for (let document = from; document < from + length * step; document += step) {
          while (document >= capacity) capacity *= 2;
          if (adds) {
            if (expected[word]?.has(document)) continue;
            postings.add(word, document);
            postings.add(word, document);
            expected[word]?.add(document);
          } else {
            postings.remove(word, document);
            expected[word]?.delete(document);
          }
        }
      }
      expected.forEach((documents, word) => {
        const bits = createBitmap(capacity);
        postings.addTo(word, bits);
        expect(postings.count(word)).toBe(documents.size);
        expect(countBits(bits)).toBe(documents.size);
        expect([...toNumbers(bits, documents.size)]).toEqual([...documents].sort((a, b) => a - b));
      });
    }),
    { numRuns: 60 },
  );
});
