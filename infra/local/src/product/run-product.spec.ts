import { afterEach, expect, it, vi } from 'vitest';
import { LaunchError, StoppedError } from '../failure.ts';
import { startWhenAvailable } from './run-product.ts';

const log = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
afterEach(() => {
  log.mockClear();
});
const shown = () => log.mock.calls.join('\n');
const never = () => Promise.reject(new Error('not to be started'));

it('starts what waited with the addresses that were missing', async () => {
  const started: Record<string, string>[] = [];
  await startWhenAvailable(Promise.resolve({ S3_ENDPOINT: 'http://s' }), async (found) => {
    started.push(found);
  });
  expect(started).toEqual([{ S3_ENDPOINT: 'http://s' }]);
  expect(shown()).toMatch(/are available now/);
});

it('has nothing to do when nothing is late', async () => {
  await startWhenAvailable(undefined, never);
  expect(log).not.toHaveBeenCalled();
});

it('prints a failure with its hints, and leaves the rest running', async () => {
  await startWhenAvailable(
    Promise.reject(new LaunchError('go install failed:', 'Is it reachable?')),
    never,
  );
  expect(shown()).toMatch(
    /are not available; everything else is[^]*go install failed:[^]*reachable\?/,
  );
});

it('is silent about a stop', async () => {
  await startWhenAvailable(Promise.reject(new StoppedError()), never);
  expect(log).not.toHaveBeenCalled();
});
