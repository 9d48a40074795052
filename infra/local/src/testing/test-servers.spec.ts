import { describe, expect, it } from '@jest/globals';
import type { LauncherSession } from '../session.ts';
import { composeImage, createTestServers } from './test-servers.ts';

const session = (value?: string) =>
  ({ env: { TEST_BACKING: value } }) as unknown as LauncherSession;

describe('the servers of the tests', () => {
  it('are as at the start, or containers, and can be stopped before they start', async () => {
    for (const value of [undefined, '', 'local', 'containers'])
      await expect(createTestServers(session(value)).stop()).resolves.toBeUndefined();
  });

  it('are nothing else', () => {
    expect(() => createTestServers(session('podman'))).toThrow('TEST_BACKING is "podman"');
  });
});

const text = [
  'services:',
  '  one:',
  '    command: [one]',
  '',
  '  # Another.',
  '  two:',
  '    image: two:2',
  '  three:',
  '    image: three:3',
  'volumes:',
  '  four:',
].join('\n');

describe('the image of a service of compose', () => {
  it('is that of the service itself', () => {
    expect(composeImage('two', text)).toBe('two:2');
    expect(composeImage('three', text)).toBe('three:3');
    for (const name of ['one', 'four', 'five'])
      expect(() => composeImage(name, text)).toThrow(`no image for ${name}`);
  });

  it('is pinned at least to a major version', () => {
    for (const name of ['mongo', 'redis', 'rabbitmq', 'minio'])
      expect(composeImage(name)).toMatch(/:(\d|RELEASE\.\d)/);
  });
});
