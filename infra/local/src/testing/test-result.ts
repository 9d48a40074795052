/** The result of a section of the tests. */
export interface TestResult {
  passed: number;
  failed: number;
  /** One line for each failure. */
  failures: string[];
}

/** The parts that are read from the file that `jest --json --outputFile` writes. */
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

export const emptyResult: TestResult = { passed: 0, failed: 0, failures: [] };

/** Counts a check that passes or fails as one test. */
export function singleResult(name: string, failure?: string): TestResult {
  return failure === undefined
    ? { ...emptyResult, passed: 1 }
    : failedResult([`${name}: ${failure}`]);
}

export function sumResults(results: TestResult[]): TestResult {
  return {
    passed: results.reduce((total, { passed }) => total + passed, 0),
    failed: results.reduce((total, { failed }) => total + failed, 0),
    failures: results.flatMap(({ failures }) => failures),
  };
}

/** The closing line of a run, from which CI counts the tests. */
export function summaryLine({ passed, failed }: TestResult): string {
  return `${passed} passed, ${failed} failed`;
}

/**
 * Counts a run that ends with a summary line.
 * @param failure why the program did not end in order
 */
export function resultFromOutput(name: string, lines: string[], failure?: string): TestResult {
  const last = lines.findLast((line) => line.trim() !== '')?.trim() ?? '';
  const match = /^(\d+) passed, (\d+) failed$/.exec(last);
  if (match === null) return singleResult(name, failure ?? 'no summary line');
  const [passed, failed] = [Number(match[1]), Number(match[2])];
  if (failed > 0) return { passed, failed, failures: [`${name}: ${failed} failed, see above`] };
  const reason = failure ?? (passed === 0 ? 'no test ran' : undefined);
  return { ...failedResult(reason === undefined ? [] : [`${name}: ${reason}`]), passed };
}

/**
 * Counts a Jest run. A file that could not run, a skipped test and a run without tests are failures, because none of
 * them proves anything.
 * @param text the JSON report; undefined if Jest wrote none
 * @param failure why Jest did not end in order
 */
export function resultFromJest(name: string, text?: string, failure?: string): TestResult {
  const report = parse(text);
  if (report === undefined) return singleResult(name, failure ?? 'jest did not start');
  const failures = report.testResults.flatMap((file) => failuresOfFile(name, file));
  if (failures.length === 0) {
    if (!report.success) failures.push(`${name}: jest reports a failure`);
    else if (failure !== undefined) failures.push(`${name}: ${failure}`);
    else if (report.numPassedTests === 0) failures.push(`${name}: no test ran`);
  }
  return { ...failedResult(failures), passed: report.numPassedTests };
}

function failuresOfFile(name: string, file: JestReport['testResults'][number]): string[] {
  const path = file.name.split('/').slice(-3).join('/');
  const failures = file.assertionResults
    .filter(({ status }) => status !== 'passed')
    .map(({ status, fullName }) => {
      const suffix = status === 'failed' ? '' : ` (${status})`;
      return `${name}: ${path}: ${fullName}${suffix}`;
    });
  if (failures.length === 0 && file.status === 'failed') {
    const reason = file.message.split('\n').find((line) => line.trim() !== '');
    failures.push(`${name}: ${path} could not run: ${reason?.trim() ?? 'no reason given'}`);
  }
  return failures;
}

function failedResult(failures: string[]): TestResult {
  return { passed: 0, failed: failures.length, failures };
}

function parse(text: string | undefined): JestReport | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as JestReport);
  } catch {
    return undefined;
  }
}
