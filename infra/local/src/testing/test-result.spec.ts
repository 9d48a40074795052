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
  status: tests.some(([status]) => status === 'failed') ? 'failed' : 'passed',
  message: '',
  assertionResults: tests.map(([status, fullName]) => ({ status, fullName })),
});
const report = (passed: number, success: boolean, ...testResults: unknown[]) =>
  JSON.stringify({ success, numPassedTests: passed, testResults });
const resultOf = (text?: string, failure?: string, files: string[] = []) =>
  resultFromVitest('unit', '/repository', text, failure, files);

it('the parts are added up, and the last line has their counts', () => {
  const total = sumResults([singleResult('lint'), singleResult('types', 'exit code 2')]);
  expect(total.failures).toEqual([{ text: 'types: exit code 2', target: 'types' }]);
  expect(summaryLine(total)).toBe('1 passed, 1 failed');
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
    const failures = Array.from({ length: 40 }, () => ({ text: 'unit: x', target: 'unit' }));
    failures.push({ text: 'tests: no servers', target: '' });
    const total = sumResults([failedResult(failures), singleResult('test:nodes', 'exit code 1')]);
    const lines = failureLines(total, 'NIGHTLY=1 ');
    expect(lines).toHaveLength(16);
    expect(lines.slice(-3)).toEqual([
      '… and 29 more, see above.',
      'Repeat just these with: NIGHTLY=1 npm test -- unit',
      'Repeat it with: npm run test:nodes',
    ]);
  });
});

describe('a run of Vitest', () => {
  const broken = { ...file(), status: 'failed', message: '\n  Cannot find module\n  at x' };
  it.each([
    ['counts passed and failed tests', [1, false, file(['passed', 'a'], ['failed', ' b'])], 'b'],
    ['fails for a skipped test', [1, true, file(['passed', 'a'], ['pending', 'b'])], 'b (pending)'],
  ] as const)('%s', (_, [passed, success, tests], name) => {
    const text = `unit: ${PATH}: ${name}`;
    const expected = { passed: 1, failed: 1, failures: [{ text, target: PATH }] };
    expect(resultOf(report(passed, success, tests))).toEqual(expected);
  });

  it.each([
    [report(3, false, broken, file(['passed', 'a'])), `${PATH} could not run: Cannot find module`],
    [report(0, true), 'no test ran'],
    [report(2, false), 'vitest reports a failure, see above'],
    [undefined, 'vitest did not start'],
    ['{', 'vitest did not start'],
    [report(2, true), 'stopped', 'stopped'],
    [report(2, true, file(['passed', 'a'])), 'b.spec.ts: no test ran', undefined, 'b.spec.ts'],
  ])('fails for the report %s: %s', (text, reason, failure?: string, ...files: string[]) => {
    expect(resultOf(text, failure, files).failures.map((one) => one.text)).toEqual([
      `unit: ${reason}`,
    ]);
  });
});
