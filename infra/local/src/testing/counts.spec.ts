import { describe, expect, it } from '@jest/globals';
import { countBrowser } from './browser-section.ts';
import { check, closingLine, readClosingLine, sum } from './counts.ts';
import { countJest } from './jest-report.ts';

const file = (...tests: [status: string, fullName: string][]) => ({
  name: '/repository/services/catalog/src/a.spec.ts',
  status: tests.every(([status]) => status === 'passed') ? 'passed' : 'failed',
  message: '',
  assertionResults: tests.map(([status, fullName]) => ({ status, fullName })),
});
const report = (passed: number, success: boolean, ...testResults: unknown[]) =>
  JSON.stringify({ success, numPassedTests: passed, testResults });

describe('counting', () => {
  it('adds up the parts and ends with the closing line', () => {
    const total = sum([check('lint'), check('types', 'exit code 2'), check('unused')]);
    expect(total.failures).toEqual(['types: exit code 2']);
    expect(closingLine(total)).toBe('2 passed, 1 failed');
  });

  it('reads a closing line at the end only', () => {
    expect(readClosingLine(['7 passed, 0 failed', ''])).toEqual({ passed: 7, failed: 0 });
    expect(readClosingLine(['7 passed, 0 failed', 'crashed'])).toBeUndefined();
    expect(readClosingLine(['about 7 passed, 0 failed'])).toBeUndefined();
  });
});

describe('a jest run', () => {
  it('counts passed and failed tests', () => {
    const text = report(1, false, file(['passed', 'a works'], ['failed', 'b works']));
    expect(countJest('unit', text)).toEqual({
      passed: 1,
      failed: 1,
      failures: ['unit: catalog/src/a.spec.ts: b works'],
    });
  });

  it('fails for a skipped test', () => {
    const text = report(1, true, file(['passed', 'a works'], ['pending', 'b works']));
    expect(countJest('unit', text)).toMatchObject({ passed: 1, failed: 1 });
  });

  it('fails for a file that could not run', () => {
    const broken = { ...file(), status: 'failed', message: '\n  Cannot find module\n  at x' };
    expect(countJest('unit', report(3, false, broken, file(['passed', 'a'])))).toEqual({
      passed: 3,
      failed: 1,
      failures: ['unit: catalog/src/a.spec.ts could not run: Cannot find module'],
    });
  });

  it('fails when no test ran, when jest is not content, and when it did not start', () => {
    expect(countJest('unit', report(0, true)).failures).toEqual(['unit: no test ran']);
    expect(countJest('unit', report(2, false)).failures).toEqual(['unit: jest reports a failure']);
    expect(countJest('unit', undefined).failures).toEqual(['unit: jest did not start']);
    expect(countJest('unit', '{').failures).toEqual(['unit: jest did not start']);
  });
});

describe('a browser run', () => {
  it('is counted by its closing line', () => {
    expect(countBrowser(['ok a', '4 passed, 0 failed'], undefined)).toMatchObject({
      passed: 4,
      failed: 0,
    });
    expect(countBrowser(['2 passed, 2 failed'], 'exit code 1')).toMatchObject({
      passed: 2,
      failed: 2,
    });
  });

  it('fails when it ended badly, counted nothing, or ran nothing', () => {
    expect(countBrowser(['4 passed, 0 failed'], 'exit code 1').failed).toBe(1);
    expect(countBrowser(['ok a'], undefined).failed).toBe(1);
    expect(countBrowser(['0 passed, 0 failed'], undefined).failed).toBe(1);
  });
});
