import { expect, it } from 'vitest';
import { TOTP } from 'otpauth';
import { findTotpStep, newTotpSecret, totpUri } from './totp.js';

const NOW = 1_800_000_015_000;
const STEP = NOW / 30_000 - 0.5;

const secret = newTotpSecret();
const codeAt = (timestamp: number) => new TOTP({ secret }).generate({ timestamp });

it.each([
  [-60_000, undefined],
  [-30_000, STEP - 1],
  [0, STEP],
  [30_000, STEP + 1],
  [60_000, undefined],
])('codes of an authenticator app made %i ms beside our clock', (offset, step) => {
  expect(findTotpStep(secret, codeAt(NOW + offset), NOW)).toBe(step);
});

it('codes of an authenticator app are those of the secret alone', () => {
  expect(findTotpStep(newTotpSecret(), codeAt(NOW), NOW)).toBeUndefined();
  expect(findTotpStep(secret, '', NOW)).toBeUndefined();
  expect(findTotpStep(secret, 'abcdef', NOW)).toBeUndefined();
});

it('codes of an authenticator app fit the address of the QR code', () => {
  const uri = totpUri(secret, 'Colour & Therapy', 'ಆಶಾ: 1');
  expect(uri).toMatch(/^otpauth:\/\/totp\//);
  expect(new URL(uri).searchParams.get('secret')).toBe(secret);
  expect(new URL(uri).searchParams.get('issuer')).toBe('Colour & Therapy');
});
