import { describe, expect, it } from '@jest/globals';
import {
  resultFromJest,
  resultFromOutput,
  singleResult,
  sumResults,
  summaryLine,
} from './test-result.ts';

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
    const total = sumResults([
      singleResult('lint'),
      singleResult('types', 'exit code 2'),
      singleResult('unused'),
    ]);
    expect(total.failures).toEqual(['types: exit code 2']);
    expect(summaryLine(total)).toBe('2 passed, 1 failed');
  });
});

describe('a jest run', () => {
  it('counts passed and failed tests', () => {
    const text = report(1, false, file(['passed', 'a works'], ['failed', 'b works']));
    expect(resultFromJest('unit', text)).toEqual({
      passed: 1,
      failed: 1,
      failures: ['unit: catalog/src/a.spec.ts: b works'],
    });
  });

  it('fails for a skipped test', () => {
    const text = report(1, true, file(['passed', 'a works'], ['pending', 'b works']));
    expect(resultFromJest('unit', text)).toMatchObject({ passed: 1, failed: 1 });
  });

  it('fails for a file that could not run', () => {
    const broken = { ...file(), status: 'failed', message: '\n  Cannot find module\n  at x' };
    expect(resultFromJest('unit', report(3, false, broken, file(['passed', 'a'])))).toEqual({
      passed: 3,
      failed: 1,
      failures: ['unit: catalog/src/a.spec.ts could not run: Cannot find module'],
    });
  });

  it('fails when no test ran, when jest is not content, and when it did not start', () => {
    expect(resultFromJest('unit', report(0, true)).failures).toEqual(['unit: no test ran']);
    expect(resultFromJest('unit', report(2, false)).failures).toEqual([
      'unit: jest reports a failure',
    ]);
    expect(resultFromJest('unit', undefined).failures).toEqual(['unit: jest did not start']);
    expect(resultFromJest('unit', '{').failures).toEqual(['unit: jest did not start']);
    expect(resultFromJest('unit', report(2, true), 'stopped').failures).toEqual(['unit: stopped']);
  });
});

describe('a run with a summary line', () => {
  const count = (lines: string[], failure?: string) => resultFromOutput('browser', lines, failure);

  it('is counted by its last line', () => {
    expect(count(['ok a', '4 passed, 0 failed', ''])).toMatchObject({ passed: 4, failed: 0 });
    expect(count(['2 passed, 2 failed'], 'exit code 1')).toMatchObject({ passed: 2, failed: 2 });
  });

  it('fails if it ended badly, counted nothing, or ran nothing', () => {
    expect(count(['4 passed, 0 failed'], 'exit code 1').failed).toBe(1);
    for (const line of ['ok a', 'about 7 passed, 0 failed', '0 passed, 0 failed'])
      expect(count([line]).failed).toBe(1);
    expect(count(['7 passed, 0 failed', 'crashed']).failed).toBe(1);
  });
});
