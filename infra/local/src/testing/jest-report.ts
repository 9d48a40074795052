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
