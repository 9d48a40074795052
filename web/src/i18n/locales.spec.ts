import { describe, expect, it } from 'vitest';
import { findMissingKeys, findUnusedKeys, joinNamespaces, readTexts } from '../testing/text-checks';

const english = readTexts('en');
const kannada = readTexts('kn');

const plural = /_(zero|one|other)$/;
const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').sort();
const kannadaScript = /\p{Script=Kannada}/u;

it('has the same files in both languages', () => {
  expect(Object.keys(kannada)).toEqual(Object.keys(english));
});

it('has a text for every key that a call names, and none that nothing uses', () => {
  const texts = joinNamespaces(english);
  expect(findMissingKeys(texts)).toEqual([]);
  expect(findUnusedKeys(texts)).toEqual([]);
});

describe.each(Object.keys(english))('%s', (namespace) => {
  const en = english[namespace] ?? {};
  const kn = kannada[namespace] ?? {};
  const keys = [...new Set([...Object.keys(en), ...Object.keys(kn)])];

  it('has every key in both languages', () => {
    expect(keys.filter((key) => !(key in en))).toEqual([]);
    expect(keys.filter((key) => !(key in kn))).toEqual([]);
  });

  it('has no empty text', () => {
    expect(keys.filter((key) => !en[key]?.trim() || !kn[key]?.trim())).toEqual([]);
  });

  it('has no text that is left untranslated', () => {
    const equal = keys.filter((key) => en[key] === kn[key]);
    expect(equal).toEqual([]);
  });

  it('has Kannada in Kannada and none of it in English', () => {
    // A text of nothing but placeholders and signs needs no script.
    const words = (text: string) => /\p{L}/u.test(text.replace(/\{\{\w+\}\}/g, ''));
    const wrong = keys.filter((key) => words(kn[key] ?? '') && !kannadaScript.test(kn[key] ?? ''));
    expect(wrong).toEqual([]);
    expect(keys.filter((key) => kannadaScript.test(en[key] ?? ''))).toEqual([]);
  });

  it('puts the same values in', () => {
    const wrong = keys.filter(
      (key) =>
        en[key] !== undefined &&
        kn[key] !== undefined &&
        placeholders(en[key]).join() !== placeholders(kn[key]).join() &&
        // "No diseases" needs no number.
        !key.endsWith('_zero'),
    );
    expect(wrong).toEqual([]);
  });

  it('has zero, one and other of every plural, because Kannada says "one" for 0', () => {
    const roots = new Set(
      keys.filter((key) => plural.test(key)).map((key) => key.replace(plural, '')),
    );
    const wanted = [...roots].flatMap((root) =>
      ['zero', 'one', 'other'].map((n) => `${root}_${n}`),
    );
    expect(wanted.filter((key) => !(key in en) || !(key in kn))).toEqual([]);
  });

  it('is written as Unicode normalises it, without marks that were pasted in', () => {
    const texts = [...Object.entries(en), ...Object.entries(kn)];
    const wrong = texts.filter(
      ([, text]) => text !== text.normalize('NFC') || /[\u200B\uFEFF]/.test(text),
    );
    expect(wrong).toEqual([]);
  });
});
