import { expect, it } from 'vitest';
import { recordingLogger } from '../testing/test-env.js';

it('a log line is JSON with time, level, service, message and fields', () => {
  const { lines, logger } = recordingLogger();
  logger.warn('slow', { milliseconds: 12 });
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  const fields = { service: 'test', pid: process.pid, msg: 'slow', milliseconds: 12 };
  expect(lines).toEqual([{ level: 'warn', time, ...fields }]);
});

it('a log line that warns and names an event is counted', () => {
  const { logger } = recordingLogger();
  const counted: string[] = [];
  logger.onEvent = (event, level) => counted.push(`${event} ${level}`);
  logger.info('fine', { event: 'payment-settled' });
  logger.warn('without a name');
  logger.warn('missing', { event: 'receipt-unwritten' });
  logger.error('wrong', new Error('no'), { event: 'payment-surplus' });
  expect(counted).toEqual(['receipt-unwritten warn', 'payment-surplus error']);
});

it('a log line hides secrets and personal data by their keys, at any depth', () => {
  const { lines, logger } = recordingLogger();
  logger.info('secrets', {
    Authorization: 'hidden',
    body: {
      newPassword: 'hidden',
      list: [{ patientName: 'hidden', payerEmail: 'hidden', ok: 1 }],
      a: { b: { c: { refreshToken: 'hidden' } } },
    },
    headers: { 'Set-Cookie': ['hidden'] },
  });
  expect(JSON.stringify(lines)).not.toContain('hidden');
  expect(lines[0]).toMatchObject({ body: { list: [{ ok: 1 }] } });
});

it('a log line ends for structures that have no end', () => {
  const { lines, logger } = recordingLogger();
  const endless: Record<string, unknown> = { name: 'x' };
  endless['self'] = endless;
  logger.info('endless', { endless });
  expect(JSON.stringify(lines)).toContain('[too deep]');
});

it('a log line tells an error with stack and cause, and none of its other fields', () => {
  const { lines, logger } = recordingLogger();
  const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const error = Object.assign(new TypeError('broken', { cause }), { value: 'hidden' });
  logger.error('failed', error, { disease: 'd-1' });
  expect(lines[0]).toMatchObject({
    msg: 'failed',
    disease: 'd-1',
    err: {
      type: 'TypeError',
      message: 'broken',
      stack: expect.stringContaining('app-logger.spec'),
      cause: { message: 'refused', code: 'ECONNREFUSED' },
    },
  });
  expect(JSON.stringify(lines)).not.toContain('hidden');
});

it('a log line may come from Nest: message or error, stack, context', () => {
  const { lines, logger } = recordingLogger();
  logger.log('started', 'NestFactory');
  logger.error('failed', 'the stack', 'Injector');
  logger.error(new Error('thrown'));
  logger.error({ status: 'error' });
  expect(lines).toMatchObject([
    { level: 'info', msg: 'started', context: 'NestFactory' },
    { level: 'error', msg: 'failed', stack: 'the stack', context: 'Injector' },
    { level: 'error', msg: 'thrown', err: { message: 'thrown' } },
    { level: 'error', status: 'error' },
  ]);
});

it('a log line is not written below the level', () => {
  const { lines, logger } = recordingLogger('error');
  for (const level of ['info', 'debug', 'verbose'] as const) logger[level]('quiet');
  logger.fatal('loud');
  expect(lines).toMatchObject([{ level: 'fatal', msg: 'loud' }]);
});
