import { expect, it } from 'vitest';
import { newTypedCode, normalizeTypedCode, toAccessCode } from './typed-code.js';

const codes = Array.from({ length: 2_000 }, () => newTypedCode());
const FORM = /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/;

it('typed codes are four groups of four unambiguous letters, or more, and stay as they are', () => {
  for (const code of codes) {
    expect(code).toMatch(FORM);
    expect(normalizeTypedCode(code)).toBe(code);
  }
  expect(newTypedCode(24)).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
});

it('typed codes do not repeat, and use the whole alphabet', () => {
  expect(new Set(codes).size).toBe(codes.length);
  expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32);
});

it('access codes are the same for one order and number of codes, and others for all else', () => {
  const all = [
    toAccessCode('k', 'a'),
    toAccessCode('k', 'a', 1),
    toAccessCode('k', 'b'),
    toAccessCode('l', 'a'),
  ];
  for (const code of all) expect(code).toMatch(FORM);
  expect(new Set(all).size).toBe(4);
  expect(toAccessCode('k', 'a', 0)).toBe(all[0]);
});

it.each([
  ['7kqm-2xvd-94ht-c0wz'],
  ['7KQM2XVD94HTC0WZ'],
  [' 7kqm 2xvd\t94ht c0wz '],
  ['7KQM–2XVD—94HT‑COWZ'],
  ['７ＫＱＭ-２ＸＶＤ-94ht.c0wz'],
  ['7kqm_2xvd_94ht_cowz'],
])('a typed code typed as %j is the same', (typed) => {
  expect(normalizeTypedCode(typed)).toBe('7KQM-2XVD-94HT-C0WZ');
});

it('a typed code takes I and L for 1', () => {
  expect(normalizeTypedCode('ILil-0000-0000-0000')).toBe('1111-0000-0000-0000');
});

it.each(['', '---', '$where', '\ud800', '7KQM', 'x'.repeat(100)])('none is %j', (typed) => {
  expect(normalizeTypedCode(typed)).not.toMatch(FORM);
});
