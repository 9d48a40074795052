import { DomainError } from '@ctdb/contracts';
import { describe, expect, it } from '@jest/globals';
import { assertPasswordAllowed, findViolation } from './password-policy.js';

const fault = (password: string, minLength = 6) => findViolation(password, 'Admin', minLength);

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

  it('refuses the name of the account, dressed up or not', () => {
    expect(findViolation('Practitioner-Rao', 'practitioner-rao', 6)).toBe('TOO_COMMON');
    expect(findViolation('vidyarao2026!', 'VidyaRao', 6)).toBe('TOO_COMMON');
  });

  it('lets a common word pass as part of something longer', () => {
    expect(fault('sunshine over tangerine hills')).toBeUndefined();
  });

  it('refuses what cannot be written in UTF-8', () => {
    expect(fault('tangerine\ud800otter')).toBe('BROKEN_UNICODE');
  });

  it('throws the error of the contract', () => {
    expect(() => assertPasswordAllowed('short', 'admin', 6)).toThrow(
      new DomainError('PASSWORD_TOO_SHORT', { min: 6 }),
    );
    expect(() => assertPasswordAllowed('password', 'admin', 6)).toThrow(
      new DomainError('PASSWORD_TOO_COMMON'),
    );
    expect(() => assertPasswordAllowed('tangerine-otter', 'admin', 6)).not.toThrow();
  });
});
