import type { Outcome } from './counts.ts';

/** What is read of the file that `jest --json --outputFile` writes. */
interface JestReport {
  success: boolean;
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

/**
 * Counts a jest run. A file that could not run, a skipped test and a run without any test are failures: none
 * of them has shown that something works.
 * @param text the report; undefined when jest wrote none
 */
export function countJest(name: string, text: string | undefined): Outcome {
  const report = parse(text);
  if (report === undefined) return failed([`${name}: jest did not start`]);
  const failures = report.testResults.flatMap((file) => failuresOf(name, file));
  if (failures.length === 0 && !report.success) failures.push(`${name}: jest reports a failure`);
  if (failures.length === 0 && report.numPassedTests === 0) failures.push(`${name}: no test ran`);
  return { ...failed(failures), passed: report.numPassedTests };
}

/** The files whose tests did not all pass. */
export function failedFiles(text: string | undefined): string[] {
  const files = parse(text)?.testResults.filter(({ status }) => status === 'failed') ?? [];
  return files.map(({ name }) => name);
}

/** The report of a run, with the files of a later one in the place of what the first says of them. */
export function withLater(text: string | undefined, later: string | undefined): string | undefined {
  const [first, second] = [parse(text), parse(later)];
  if (first === undefined || second === undefined) return text;
  const again = new Set(second.testResults.map(({ name }) => name));
  const testResults = [
    ...first.testResults.filter(({ name }) => !again.has(name)),
    ...second.testResults,
  ];
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return JSON.stringify({
    success: testResults.every(({ status }) => status !== 'failed'),
    numPassedTests: tests.filter(({ status }) => status === 'passed').length,
    testResults,
  } satisfies JestReport);
}

function failuresOf(name: string, file: JestReport['testResults'][number]): string[] {
  const short = file.name.split('/').slice(-3).join('/');
  const found = file.assertionResults
    .filter(({ status }) => status !== 'passed')
    .map(({ status, fullName }) => {
      const how = status === 'failed' ? '' : ` (${status})`;
      return `${name}: ${short}: ${fullName}${how}`;
    });
  if (found.length === 0 && file.status === 'failed') {
    const reason = file.message.split('\n').find((line) => line.trim() !== '');
    found.push(`${name}: ${short} could not run: ${reason?.trim() ?? 'no reason given'}`);
  }
  return found;
}

function failed(failures: string[]): Outcome {
  return { passed: 0, failed: failures.length, failures };
}

function parse(text: string | undefined): JestReport | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as JestReport);
  } catch {
    return undefined;
  }
}
