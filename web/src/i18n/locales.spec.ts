import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

type Texts = Record<string, string>;

/** The web's texts, and those that the gateway sends too. */
const folders = ['./locales/', '../../../services/contracts/src/texts/'].map(
  (folder) => new URL(folder, import.meta.url),
);

const flatten = (value: unknown, path = ''): Texts =>
  typeof value === 'string'
    ? { [path]: value }
    : Object.entries(value as object).reduce<Texts>(
        (texts, [key, inner]) => ({ ...texts, ...flatten(inner, path ? `${path}.${key}` : key) }),
        {},
      );

const read = (folder: URL, language: string, file: string): Texts =>
  flatten(JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')));

const list = (language: string) =>
  folders.flatMap((folder) =>
    readdirSync(new URL(`${language}/`, folder)).map((file) => ({ folder, file })),
  );
const plural = /_(zero|one|other)$/;
const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').sort();
const kannada = /\p{Script=Kannada}/u;

it('has the same files in both languages', () => {
  expect(list('kn')).toEqual(list('en'));
});

describe.each(list('en'))('$file', ({ folder, file }) => {
  const en = read(folder, 'en', file);
  const kn = read(folder, 'kn', file);
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
    const wrong = keys.filter((key) => words(kn[key] ?? '') && !kannada.test(kn[key] ?? ''));
    expect(wrong).toEqual([]);
    expect(keys.filter((key) => kannada.test(en[key] ?? ''))).toEqual([]);
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
