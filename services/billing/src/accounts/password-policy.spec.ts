import { DomainError } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { assertPasswordAllowed, findViolation } from './password-policy.js';

const ownNames = ['Prakriti Clinic', 'prakriti-centre.example'];
const fault = (password: string, minLength = 6) =>
  findViolation(password, 'Vidya.Rao', { minLength, ownNames });

describe('password policy', () => {
  it.each(['tangerine-otter', 'ಹಸಿರು ಬಣ್ಣ ಬೆಳಕು', 'Zq7!vk', '  spaces count  '])(
    'takes %j',
    (good) => {
      expect(fault(good)).toBeUndefined();
    },
  );

  it('counts characters, not UTF-16 units', () => {
    expect(fault('🌈🌊🌋🌌🌍')).toBe('TOO_SHORT');
    expect(fault('🌈🌊🌋🌌🌍🌎')).toBeUndefined();
    expect(fault('12ab!', 6)).toBe('TOO_SHORT');
  });

  it('follows a raised minimum', () => {
    expect(fault('Zq7!vk-otter', 12)).toBeUndefined();
    expect(fault('Zq7!vk-otte', 12)).toBe('TOO_SHORT');
  });

  it.each([
    'password',
    'PASSWORD',
    'qwerty123',
    'Welcome@123',
    '2024sunshine!',
    'ｐａｓｓｗｏｒｄ',
    'aaaaaaaaaaaa',
    'abcdefghijklm',
    '9876543210',
  ])('refuses the common %j', (common) => {
    expect(fault(common)).toBe('TOO_COMMON');
  });

  it.each([
    'Vidya.Rao',
    'vidyarao2026!',
    '2026-rao-vidya',
    'ColorTherapy#2026',
    'C0l0r-Ther@py',
    'prakriti_clinic1',
    'CentrePrakriti99',
    'ಬಣ್ಣ ಚಿಕಿತ್ಸೆ 2026',
    'admin-of-clinic',
  ])('refuses %j, made of words of the account, the product and the domain', (password) => {
    expect(fault(password)).toBe('TOO_COMMON');
  });

  it('refuses the 100,000 commonest passwords of leaks', () => {
    // The last ones of the list.
    for (const password of ['070175', '07021954']) expect(fault(password)).toBe('TOO_COMMON');
    expect(fault('07021945')).toBeUndefined();
  });

  it('lets a common word pass as part of something longer', () => {
    expect(fault('sunshine over tangerine hills')).toBeUndefined();
    expect(fault('a clinic on the hills')).toBeUndefined();
  });

  it('refuses what cannot be written in UTF-8', () => {
    expect(fault('tangerine\ud800otter')).toBe('BROKEN_UNICODE');
  });

  it('throws the error of the contract', () => {
    const rules = { minLength: 6, ownNames };
    expect(() => assertPasswordAllowed('short', 'admin', rules)).toThrow(
      new DomainError('PASSWORD_TOO_SHORT', { min: 6 }),
    );
    expect(() => assertPasswordAllowed('password', 'admin', rules)).toThrow(
      new DomainError('PASSWORD_TOO_COMMON'),
    );
    expect(() => assertPasswordAllowed('tangerine-otter', 'admin', rules)).not.toThrow();
  });
});
