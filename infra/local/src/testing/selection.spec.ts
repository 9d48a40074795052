import { expect, it } from 'vitest';
import { repository } from '../paths.ts';
import { needsBackupTools, needsServers, SECTIONS, toSelection } from './selection.ts';

const select = (...args: string[]) => toSelection(args, `${repository}/infra/local`);

it('the arguments of npm test are all sections if there are none', () => {
  expect(select()).toEqual({ sections: [...SECTIONS], files: [], journeys: [] });
});

it('the arguments of npm test name sections, and files from the top or from the folder of the call', () => {
  const own = 'infra/local/src/testing/selection.spec.ts';
  const journey = 'web/e2e/journeys/screens.ts';
  const selected = select('lint', own, 'src/lock.spec.ts', journey);
  const files = [own, 'infra/local/src/lock.spec.ts'];
  expect(selected).toEqual({ sections: ['lint'], files, journeys: [journey] });
});

it.each([
  ['lnt', 'neither a section nor a file'],
  ['/etc/passwd', 'neither a section nor a file'],
  ['src/main.ts', 'is no test file'],
  ['web/e2e/support/settings.ts', 'is no test file'],
])('the arguments of npm test rejects %s with a sentence', (arg, message) => {
  expect(() => select(arg)).toThrow(message);
});

it('the arguments of npm test start servers for tests that need them only', () => {
  expect(needsServers(['a/src/b.spec.ts', 'web/src/c.spec.tsx'])).toBe(false);
  expect(needsServers(['a/src/b.spec.ts', 'a/test/b.test.ts'])).toBe(true);
  expect(needsBackupTools(new Set(['faults']), ['a/test/b.test.ts'])).toBe(false);
  expect(needsBackupTools(new Set(), ['infra/backup/test/backup.test.ts'])).toBe(true);
});
