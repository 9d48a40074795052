import { expect, it } from 'vitest';
import { type Availability, toAnswer, toExitCode } from './registry.ts';

it.each([
  ['ERROR: docker.io/library/mongo:7.9.9: not found', 'gone'],
  ['ERROR: pull access denied, repository does not exist or may require authorization', 'refused'],
  [
    'ERROR: unexpected status from HEAD request to https://quay.io/v2/a: 401 UNAUTHORIZED',
    'refused',
  ],
  ['ERROR: unexpected status: 429 Too Many Requests: toomanyrequests', 'unknown'],
  ['ERROR: dial tcp: lookup registry.example on 1.1.1.1:53: no such host', 'unknown'],
])('an image of a registry, of which Docker writes %s, is %s', (reason, availability) => {
  expect(toAnswer(`warning\n${reason}\n`)).toEqual({ availability, reason });
});

it('the exit code says whether all are there, some are gone, or some could not be asked', () => {
  const codeOf = (...all: Availability[]) =>
    toExitCode(all.map((availability) => ({ availability, reason: '' })));
  expect([codeOf('there'), codeOf('there', 'refused', 'unknown'), codeOf('gone')]).toEqual([
    0, 1, 1,
  ]);
  expect(codeOf('there', 'unknown')).toBe(2);
});
