import { expect, it } from 'vitest';
import {
  categories,
  categoryColors,
  categoryNamesKn,
  glossary,
  formOutcomes,
  outcomeColors,
  outcomes,
} from './catalog.js';
import { planCapabilities } from './billing.js';

it('constants of the specification has 9 categories, 10 outcomes and 16 terms', () => {
  expect(categories).toHaveLength(9);
  expect(outcomes).toHaveLength(10);
  expect(glossary).toHaveLength(16);
  expect(new Set(glossary.map((term) => term.key)).size).toBe(16);
  expect(formOutcomes).toEqual(['Improved', 'No Change', 'Worsened', 'Resolved']);
});

it('constants of the specification names every category in Kannada script and gives it and every outcome a colour', () => {
  for (const name of categories) {
    expect(categoryNamesKn[name]).toMatch(/^[\p{Script=Kannada} ()]+$/u);
    expect(categoryColors[name]).toBeDefined();
  }
  for (const outcome of outcomes) expect(outcomeColors[outcome]).toBeDefined();
  for (const term of glossary) expect(term.kn).toMatch(/^[\p{Script=Kannada} ()]+$/u);
});

it('constants of the specification lets every plan read and only some see figures', () => {
  expect(planCapabilities.hourly).not.toContain('analytics');
  expect(planCapabilities.premium).not.toContain('tools');
  for (const allowed of Object.values(planCapabilities)) expect(allowed).toContain('read');
});
