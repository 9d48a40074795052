import { expect, it } from 'vitest';
import { categories, categoryNamesKn, glossary, formOutcomes, outcomes } from './catalog.js';

it('constants of the specification has 9 categories, 10 outcomes and 16 terms', () => {
  expect(categories).toHaveLength(9);
  expect(outcomes).toHaveLength(10);
  expect(glossary).toHaveLength(16);
  expect(new Set(glossary.map((term) => term.key)).size).toBe(16);
  expect(formOutcomes).toEqual(['Improved', 'No Change', 'Worsened', 'Resolved']);
});

it('constants of the specification names every category and term in Kannada script', () => {
  for (const name of categories)
    expect(categoryNamesKn[name]).toMatch(/^[\p{Script=Kannada} ()]+$/u);
  for (const term of glossary) expect(term.kn).toMatch(/^[\p{Script=Kannada} ()]+$/u);
});
