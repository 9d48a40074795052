import { expect, it } from 'vitest';
import { hash } from '@node-rs/argon2';
import type { BillingConfig } from '../../config.js';
import { PasswordHasher } from './password-hasher.js';

const hasher = new PasswordHasher({
  password: { minLength: 6, hashesAtOnce: 2, hashesWaiting: 8 },
} as BillingConfig);

it('password hasher makes argon2id hashes, salted, with the parameters of the decision', async () => {
  const [one, two] = await Promise.all([hasher.hash('tangerine'), hasher.hash('tangerine')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await hasher.isOutdated(one, 'tangerine')).toBe(false);
});

it('password hasher takes the right password only, every character of it', async () => {
  const stored = await hasher.hash(' Tangerine ಕಿತ್ತಳೆ ');
  expect(await hasher.matches(stored, ' Tangerine ಕಿತ್ತಳೆ ')).toBe(true);
  expect(await hasher.matches(stored, 'Tangerine ಕಿತ್ತಳೆ')).toBe(false);
  expect(await hasher.matches(stored, ' tangerine ಕಿತ್ತಳೆ ')).toBe(false);
});

it('password hasher matches neither an unknown account nor broken text', async () => {
  expect(await hasher.matches(undefined, 'tangerine')).toBe(false);
  const stored = await hasher.hash('a\ufffdb');
  expect(await hasher.matches(stored, 'a\ud800b')).toBe(false);
});

it('password hasher takes every composition, and notices what was hashed as it was typed', async () => {
  const [composed, typed] = ['Café-ಕೊ'.normalize('NFC'), 'Café-ಕೊ'.normalize('NFD')];
  expect(await hasher.matches(await hasher.hash(composed), typed)).toBe(true);
  const former = await hash(typed, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  expect(await hasher.matches(former, typed)).toBe(true);
  expect(await hasher.isOutdated(former, typed)).toBe(true);
});

it('password hasher notices weaker parameters', async () => {
  const weak = await hash('tangerine', { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  expect(await hasher.isOutdated(weak, 'tangerine')).toBe(true);
  expect(await hasher.matches(weak, 'tangerine')).toBe(true);
});
