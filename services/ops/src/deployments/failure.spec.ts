import { expect, it } from 'vitest';
import { DeploymentError, failureDetails, UserVisibleError } from './failure.js';

it('the log line of a failure never contains the message of another program', () => {
  const error = new Error('connect to mongodb://me:secret@10.0.0.7 failed');
  for (const one of [error, new DeploymentError('internal', error), 'secret', undefined])
    expect(failureDetails(one)).toBe('');
});

it('the log line of a failure contains our own messages and the code of the deepest error', () => {
  const refused = Object.assign(new Error('connect 10.0.0.7:80'), { code: 'ECONNREFUSED' });
  const failed = new TypeError('fetch failed', { cause: refused });
  const cause = new UserVisibleError('http://clinic.test/api does not answer.', {
    cause: failed,
  });
  expect(failureDetails(new DeploymentError('smokeFailed', cause))).toBe(
    'http://clinic.test/api does not answer. (ECONNREFUSED)',
  );
});

it('the log line of a failure accepts only codes of the usual form', () => {
  const error = Object.assign(new Error('x'), { code: 'secret: 1234' });
  expect(failureDetails(error)).toBe('');
  expect(failureDetails(Object.assign(error, { code: 7 }))).not.toMatch(/7/);
});
