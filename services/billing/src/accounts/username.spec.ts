import { expect, it } from 'vitest';
import { usernameKey } from '@ctdb/contracts';
import { isUsername } from './username.js';

it.each([
  ['Admin', 'admin'],
  [' ADMIN ', 'admin'],
  ['Ａｄｍｉｎ', 'admin'],
  ['Straße', 'STRASSE'],
  ['e\u0301va', 'ÉVA'],
  ['ಆಡಳಿತ', 'ಆಡಳಿತ'],
])('usernames %j and %j are the same', (one, other) => {
  expect(usernameKey(one)).toBe(usernameKey(other));
});

it('usernames keeps different names apart', () => {
  expect(usernameKey('admin')).not.toBe(usernameKey('admin1'));
  expect(usernameKey('\ud800')).toBe('\ufffd');
});

it('usernames accepts only what can be seen', () => {
  expect(['admin', 'ಆಡಳಿತ', 'Dr. Rao'].every(isUsername)).toBe(true);
  expect(
    ['', ' admin', 'a\u0000b', 'a\nb', 'x\u200bb', '\ud800', 'x'.repeat(101)].some(isUsername),
  ).toBe(false);
});
