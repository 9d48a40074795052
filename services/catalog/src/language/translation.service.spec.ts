import { expect, it } from 'vitest';
import { glossaryMatches } from './translation.service.js';

const found = (text: string) => glossaryMatches(text).map(({ en }) => en);

it('glossary matches are terms that stand in the text as whole words', () => {
  expect(found('SKIN')).toEqual(['Skin']);
  expect(found('The heart, the skin; and fever.')).toEqual(['Fever', 'Skin', 'Heart']);
  expect(found('high  blood-pressure')).toEqual(['High Blood Pressure']);
});

it('glossary matches are not parts of words, nor parts of terms', () => {
  expect(found('Skinny feverish heartburn headaches')).toEqual([]);
  expect(found('high pressure')).toEqual([]);
  expect(found('')).toEqual([]);
});
