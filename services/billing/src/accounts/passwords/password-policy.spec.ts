import { expect, it } from 'vitest';
import { findPasswordError } from './password-policy.js';

const ownNames = ['Prakriti Clinic', 'prakriti-centre.example'];
const fault = (password: string, minLength = 6) =>
  findPasswordError(password, 'Vidya.Rao', { minLength, ownNames })?.code;

it.each([
  'tangerine-otter',
  'ಹಸಿರು ಬಣ್ಣ ಬೆಳಕು',
  'Zq7!vk',
  '  spaces count  ',
  // A common word as part of something longer.
  'sunshine over tangerine hills',
  'a clinic on the hills',
  '07021945',
])('password policy takes %j', (good) => {
  expect(fault(good)).toBeUndefined();
});

it.each([
  ['🌈🌊🌋🌌🌍', 6, 'PASSWORD_TOO_SHORT'],
  ['🌈🌊🌋🌌🌍🌎', 6, undefined],
  ['12ab!', 6, 'PASSWORD_TOO_SHORT'],
  ['Zq7!vk-otter', 12, undefined],
  ['Zq7!vk-otte', 12, 'PASSWORD_TOO_SHORT'],
])('counts characters of %s, not UTF-16 units', (password, minLength, expected) => {
  expect(fault(password, minLength)).toBe(expected);
});

const common = 'password PASSWORD qwerty123 Welcome@123 2024sunshine! ｐａｓｓｗｏｒｄ';
const regular = 'aaaaaaaaaaaa abcdefghijklm 9876543210';
// The last ones of the list of 100,000 that leaks have.
const rarest = '070175 07021954';
const ofAccount = 'Vidya.Rao vidyarao2026! 2026-rao-vidya';
const ofProduct =
  'ColorTherapy#2026 C0l0r-Ther@py prakriti_clinic1 CentrePrakriti99 admin-of-clinic';
const all = [common, regular, rarest, ofAccount, ofProduct].join(' ').split(' ');

it.each([...all, 'ಬಣ್ಣ ಚಿಕಿತ್ಸೆ 2026'])('refuses %j, common or made of known words', (password) => {
  expect(fault(password)).toBe('PASSWORD_TOO_COMMON');
});

it('password policy refuses what cannot be written in UTF-8', () => {
  expect(fault('tangerine\ud800otter')).toBe('VALIDATION_FAILED');
});
