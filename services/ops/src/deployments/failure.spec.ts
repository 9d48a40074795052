import { expect, it } from 'vitest';
import { DeploymentError, failureDetails } from './failure.js';

it('the log line of a failure never contains the message of another program', () => {
  const error = new Error('connect to mongodb://me:secret@10.0.0.7 failed');
  const failed = new DeploymentError('internal', '', { cause: error });
  for (const one of [error, failed, 'secret', undefined]) expect(failureDetails(one)).toBe('');
});

it('the log line of a failure contains our own messages and the code of the deepest error', () => {
  const refused = Object.assign(new Error('connect 10.0.0.7:80'), { code: 'ECONNREFUSED' });
  const failed = new TypeError('fetch failed', { cause: refused });
  const text = 'http://clinic.test/api does not answer.';
  const error = new DeploymentError('smokeFailed', text, { cause: failed });
  expect(failureDetails(error)).toBe(`${text} (ECONNREFUSED)`);
});

it('the log line of a failure accepts only codes of the usual form', () => {
  const error = Object.assign(new Error('x'), { code: 'secret: 1234' });
  expect(failureDetails(error)).toBe('');
  expect(failureDetails(Object.assign(error, { code: 7 }))).not.toMatch(/7/);
});
