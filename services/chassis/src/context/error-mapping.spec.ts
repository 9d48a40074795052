import { expect, it } from 'vitest';
import { DomainError } from '@ctdb/contracts';
import { recordingLogger } from '../testing/test-env.js';
import { isTransientError, toDomainError } from './error-mapping.js';

const named = (name: string) => Object.assign(new Error('x'), { name });
const answered = (message: string, more: object = { code: 1 }) =>
  Object.assign(new Error(message), { name: 'MongoServerError', ...more });
const coded = (code: string) => Object.assign(new Error('x'), { code });

it('an error that a handler throws is returned unchanged and not logged if it is a DomainError', () => {
  const { lines, logger } = recordingLogger();
  const error = new DomainError('NOT_FOUND', { kind: 'disease' });
  expect(toDomainError(error, logger, 'failed')).toBe(error);
  expect(lines).toEqual([]);
});

it.each([
  named('MongoServerSelectionError'),
  named('MongoPoolClearedError'),
  named('MaxRetriesPerRequestError'),
  coded('ECONNREFUSED'),
  new Error('Connection is closed.'),
  new Error('Command timed out'),
  new Error("OOM command not allowed when used memory > 'maxmemory'."),
  new Error('NOREPLICAS Not enough good replicas to write.'),
  new Error('PlanExecutor error :: caused by :: deadlock detected'),
  answered('the database system is starting up'),
  answered('terminating connection due to administrator command'),
  answered('unexpected EOF', { code: 1, name: 'MongoBulkWriteError' }),
  answered('pool.go:90 (documentdb.Acquire): failed to connect to `user=x`: connection refused'),
  answered('not primary', { code: 10_107, codeName: 'NotWritablePrimary' }),
  new Error('outer', { cause: named('MongoNetworkError') }),
])('an error that a handler throws %s says that a server is away', (error) => {
  const { lines, logger } = recordingLogger();
  expect(toDomainError(error, logger, 'failed')).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    params: { retryAfter: 1 },
  });
  expect(lines).toMatchObject([{ level: 'warn' }]);
});

it.each([
  new TypeError('x is undefined'),
  coded('11000'),
  answered('duplicate key: "the database system is starting up"', { code: 11_000 }),
  new Error('the database system is starting up'),
  'a string',
  undefined,
])(
  'an error that a handler throws %s is an internal error, returned without details and logged with them',
  (error) => {
    const { lines, logger } = recordingLogger();
    const { code, params } = toDomainError(error, logger, 'failed');
    expect({ code, params }).toEqual({ code: 'INTERNAL_ERROR', params: {} });
    expect(lines).toMatchObject([{ level: 'error', msg: 'failed' }]);
  },
);

it('an error that a handler throws ends for causes that have no end', () => {
  const error = new Error('x');
  error.cause = error;
  expect(isTransientError(error)).toBe(false);
});
