import { afterEach, expect, it, vi } from 'vitest';
import { LaunchError, StoppedError } from '../failure.ts';
import { startWhenAvailable } from './run-product.ts';

const log = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
afterEach(() => void log.mockClear());
const shown = () => log.mock.calls.join('\n');
const never = () => Promise.reject(new Error('not to be started'));

it('starts what waited with the addresses that were missing', async () => {
  const start = vi.fn(async () => undefined);
  await startWhenAvailable(Promise.resolve({ S3_ENDPOINT: 'http://s' }), start);
  expect(start.mock.calls).toEqual([[{ S3_ENDPOINT: 'http://s' }]]);
  expect(shown()).toMatch(/are available now/);
});

it('prints a failure with its hints, and leaves the rest running', async () => {
  const failure = new LaunchError('go install failed:', 'Is it reachable?');
  await startWhenAvailable(Promise.reject(failure), never);
  const lines = /are not available; everything else is[^]*go install failed:[^]*reachable\?/;
  expect(shown()).toMatch(lines);
});

it('is silent when nothing is late, and about a stop', async () => {
  await startWhenAvailable(undefined, never);
  await startWhenAvailable(Promise.reject(new StoppedError()), never);
  expect(log).not.toHaveBeenCalled();
});
