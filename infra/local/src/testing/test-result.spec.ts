import { describe, expect, it } from 'vitest';
import {
  failedResult,
  failureLines,
  resultFromVitest,
  singleResult,
  sumResults,
  summaryLine,
} from './test-result.ts';

const PATH = 'services/catalog/src/a.spec.ts';
const file = (...tests: [status: string, fullName: string][]) => ({
  name: `/repository/${PATH}`,
  status: tests.every(([status]) => status === 'passed') ? 'passed' : 'failed',
  message: '',
  assertionResults: tests.map(([status, fullName]) => ({ status, fullName })),
});
const report = (passed: number, success: boolean, ...testResults: unknown[]) =>
  JSON.stringify({ success, numPassedTests: passed, testResults });
const resultOf = (text?: string, failure?: string) =>
  resultFromVitest('unit', '/repository', text, failure);
const textsOf = (text?: string, failure?: string) =>
  resultOf(text, failure).failures.map((one) => one.text);

describe('counting', () => {
  it('adds up the parts and ends with the closing line', () => {
    const total = sumResults([
      singleResult('lint'),
      singleResult('types', 'exit code 2'),
      singleResult('unused'),
    ]);
    expect(total.failures).toEqual([{ text: 'types: exit code 2', target: 'types' }]);
    expect(summaryLine(total)).toBe('2 passed, 1 failed');
  });
});

describe('the last lines', () => {
  it('name what failed, and one command that repeats it', () => {
    const total = sumResults([
      singleResult('lint', 'exit code 1\nmany more lines'),
      resultOf(report(1, false, file(['failed', 'b works'], ['failed', 'c works']))),
    ]);
    expect(failureLines(total)).toEqual([
      '✖ lint: exit code 1',
      `✖ unit: ${PATH}: b works`,
      `✖ unit: ${PATH}: c works`,
      `Repeat just these with: npm test -- lint ${PATH}`,
    ]);
    expect(failureLines(singleResult('lint'))).toEqual([]);
  });

  it('are few, and repeat programs by their scripts', () => {
    const failures = Array.from({ length: 40 }, (_, index) => ({
      text: `unit: ${index}`,
      target: 'unit',
    }));
    const total = sumResults([failedResult(failures), singleResult('test:nodes', 'exit code 1')]);
    const lines = failureLines(total, 'NIGHTLY=1 ');
    expect(lines).toHaveLength(16);
    expect(lines.slice(-3)).toEqual([
      '… and 28 more, see above.',
      'Repeat just these with: NIGHTLY=1 npm test -- unit',
      'Repeat it with: npm run test:nodes',
    ]);
  });
});

describe('a run of Vitest', () => {
  it('counts passed and failed tests', () => {
    const text = report(1, false, file(['passed', 'a works'], ['failed', ' b works']));
    expect(resultOf(text)).toEqual({
      passed: 1,
      failed: 1,
      failures: [{ text: `unit: ${PATH}: b works`, target: PATH }],
    });
  });

  it('fails for a skipped test', () => {
    const text = report(1, true, file(['passed', 'a works'], ['pending', 'b works']));
    expect(resultOf(text)).toMatchObject({ passed: 1, failed: 1 });
  });

  it('fails for a file that could not run', () => {
    const broken = { ...file(), status: 'failed', message: '\n  Cannot find module\n  at x' };
    expect(resultOf(report(3, false, broken, file(['passed', 'a'])))).toEqual({
      passed: 3,
      failed: 1,
      failures: [{ text: `unit: ${PATH} could not run: Cannot find module`, target: PATH }],
    });
  });

  it('fails when no test ran, when Vitest reports an error, and when it did not start', () => {
    expect(textsOf(report(0, true))).toEqual(['unit: no test ran']);
    expect(textsOf(report(2, false))).toEqual(['unit: vitest reports a failure, see above']);
    expect(textsOf(undefined)).toEqual(['unit: vitest did not start']);
    expect(textsOf('{')).toEqual(['unit: vitest did not start']);
    expect(textsOf(report(2, true), 'stopped')).toEqual(['unit: stopped']);
  });
});
