import { expect, it } from 'vitest';
import { AppLogger } from '@ctdb/chassis';
import { DomainError } from '@ctdb/contracts';
import { fromError } from './problem.filter.js';

const lines: string[] = [];
const logger = new AppLogger('test', 'info', { write: (line: string) => void lines.push(line) });
const codeOf = (error: unknown): string => fromError(error, logger).code;
const framework = (code: string, statusCode: number): Error =>
  Object.assign(new Error('text of the framework'), { code, statusCode });

it('what went wrong is passed on unchanged if it was thrown on purpose', () => {
  const error = new DomainError('FORBIDDEN');
  expect(fromError(error, logger)).toBe(error);
});

it.each([
  ['FST_ERR_CTP_BODY_TOO_LARGE', 413, 'PAYLOAD_TOO_LARGE'],
  ['FST_ERR_CTP_INVALID_JSON_BODY', 400, 'MALFORMED_BODY'],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 400, 'MALFORMED_BODY'],
  ['FST_ERR_BAD_URL', 400, 'VALIDATION_FAILED'],
  ['FST_ERR_SOMETHING_NEW', 422, 'MALFORMED_BODY'],
  ['ECONNRESET', 0, 'MALFORMED_BODY'],
])('what went wrong is the client’s fault: %s', (code, status, expected) => {
  expect(codeOf(framework(code, status))).toBe(expected);
  expect(lines).toEqual([]);
});

it('what went wrong is a server that is away', () => {
  expect(codeOf(framework('ECONNREFUSED', 0))).toBe('SERVICE_UNAVAILABLE');
});

it('what went wrong is otherwise a bug, and logged', () => {
  lines.length = 0;
  for (const error of [new Error('bug'), 'thrown text', undefined, framework('FST_ERR_X', 500)])
    expect(codeOf(error)).toBe('INTERNAL_ERROR');
  expect(lines).toHaveLength(4);
});
