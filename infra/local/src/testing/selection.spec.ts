import { describe, expect, it } from 'vitest';
import { repository } from '../paths.ts';
import { needsServers, SECTIONS, toSelection } from './selection.ts';

const select = (...args: string[]) => toSelection(args, `${repository}/services/billing`);

describe('the arguments of npm test', () => {
  it('are all sections if there are none', () => {
    expect(select()).toEqual({ sections: [...SECTIONS], files: [], journeys: [] });
  });

  it('name sections, and files from the top or from the folder of the call', () => {
    expect(
      select(
        'lint',
        'services/billing/test/prices.test.ts',
        'test/refund.test.ts',
        'web/e2e/playwright.config.ts',
      ),
    ).toEqual({
      sections: ['lint'],
      files: ['services/billing/test/prices.test.ts', 'services/billing/test/refund.test.ts'],
      journeys: ['web/e2e/playwright.config.ts'],
    });
  });

  it.each([
    ['lnt', 'neither a section nor a file'],
    ['/etc/passwd', 'neither a section nor a file'],
    ['src/main.ts', 'is no test file'],
    ['services/ops/test/custom-domain.cluster.test.ts', 'needs a cluster'],
  ])('rejects %s with a sentence', (arg, message) => {
    expect(() => select(arg)).toThrow(message);
  });

  it('start servers for tests that need them only', () => {
    expect(needsServers(['a/src/b.spec.ts', 'web/src/c.spec.tsx'])).toBe(false);
    expect(needsServers(['a/src/b.spec.ts', 'a/test/b.test.ts'])).toBe(true);
  });
});
