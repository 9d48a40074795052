import { describe, expect, it } from '@jest/globals';
import { texts } from './index.js';

const leaves = (value: object, path = ''): [string, string][] =>
  Object.entries(value).flatMap(([key, part]: [string, unknown]): [string, string][] =>
    typeof part === 'string' ? [[`${path}${key}`, part]] : leaves(part as object, `${path}${key}.`),
  );
const placeholders = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([name]) => name);
const kannada = new Map(leaves(texts.kn));

describe('the texts', () => {
  it.each(leaves(texts.en))('have %s in both languages, with the same values', (path, english) => {
    const other = kannada.get(path) ?? '';
    expect(other).toMatch(/[\u0c80-\u0cff]/);
    expect(placeholders(other).sort()).toEqual(placeholders(english).sort());
  });
});
