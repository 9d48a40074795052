import { describe, expect, it } from 'vitest';
import { findUnusedKeys, joinNamespaces, readTexts } from '../testing/text-checks';
import specificationWords from './specification-words.json';

const english = readTexts('en');
const kannada = readTexts('kn');

const plural = /_(zero|one|other)$/;
const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').sort();
const kannadaScript = /\p{Script=Kannada}/u;
// A text of nothing but placeholders and signs needs no script.
const words = (text = '') => /\p{L}/u.test(text.replace(/\{\{\w+\}\}/g, ''));

it('has the same files in both languages', () => {
  expect(Object.keys(kannada)).toEqual(Object.keys(english));
});

it('has the words of the specification', () => {
  expect(joinNamespaces(english)).toMatchObject(specificationWords);
});

it('has no text that nothing uses', () => {
  expect(findUnusedKeys(joinNamespaces(english))).toEqual([]);
});

describe.each(Object.keys(english))('%s', (namespace) => {
  const en = english[namespace] ?? {};
  const kn = kannada[namespace] ?? {};
  const keys = [...new Set([...Object.keys(en), ...Object.keys(kn)])];

  it('has a text for every key in both languages', () => {
    expect(keys.filter((key) => !en[key]?.trim() || !kn[key]?.trim())).toEqual([]);
  });

  it('has no text that is left untranslated', () => {
    expect(keys.filter((key) => words(en[key]) && en[key] === kn[key])).toEqual([]);
  });

  it('has Kannada in Kannada and none of it in English', () => {
    const wrong = keys.filter((key) => words(kn[key]) && !kannadaScript.test(kn[key] ?? ''));
    expect(wrong).toEqual([]);
    expect(keys.filter((key) => kannadaScript.test(en[key] ?? ''))).toEqual([]);
  });

  it('puts the same values in', () => {
    // "No diseases" needs no number.
    const compared = keys.filter((key) => !key.endsWith('_zero'));
    const values = (text = '') => placeholders(text).join();
    expect(compared.filter((key) => values(en[key]) !== values(kn[key]))).toEqual([]);
  });

  it('has zero, one and other of every plural, because Kannada says "one" for 0', () => {
    const wanted = keys
      .filter((key) => plural.test(key))
      .flatMap((key) => ['_zero', '_one', '_other'].map((form) => key.replace(plural, form)));
    expect(wanted.filter((key) => !(key in en) || !(key in kn))).toEqual([]);
  });

  it('is written as Unicode normalises it, without marks that were pasted in', () => {
    const isWrong = (text: string) => text !== text.normalize('NFC') || /[\u200B\uFEFF]/.test(text);
    expect([...Object.values(en), ...Object.values(kn)].filter(isWrong)).toEqual([]);
  });
});
