import { describe, expect, it } from '@jest/globals';
import type { Session } from '../session.ts';
import { backing } from './backing.ts';

const session = (value?: string) => ({ env: { TEST_BACKING: value } }) as unknown as Session;

describe('the servers of the tests', () => {
  it('are as at the start, or containers; ending those that never began is no fault', async () => {
    for (const value of [undefined, '', 'local', 'containers'])
      await expect(backing(session(value)).stop()).resolves.toBeUndefined();
  });

  it('are nothing else', () => {
    expect(() => backing(session('podman'))).toThrow('TEST_BACKING is "podman"');
  });
});
