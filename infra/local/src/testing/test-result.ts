/** Something that failed. */
export interface Failure {
  /** One line: the section, and the file and name of a test or the reason. */
  text: string;
  /** What `npm test -- TARGET` repeats: a section or paths of test files; empty if it is the whole run. */
  target: string;
}

/** The result of a section of the tests. */
export interface TestResult {
  passed: number;
  failed: number;
  failures: Failure[];
}

/** The parts that are read from the file that Vitest's reporter `json` writes. */
interface VitestReport {
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
export function singleResult(name: string, failure?: string, target = name): TestResult {
  return failure === undefined
    ? { ...emptyResult, passed: 1 }
    : failedResult([{ text: `${name}: ${failure}`, target }]);
}

export function failedResult(failures: Failure[], passed = 0): TestResult {
  return { passed, failed: failures.length, failures };
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

const MAX_SHOWN_FAILURES = 13;
/** How names of npm scripts with tests begin. */
const SCRIPT = 'test:';

/**
 * What failed, and the commands that repeat just that: at most 19 lines.
 * @param environment variables of the command, each with a space behind it
 */
export function failureLines({ failures }: TestResult, environment = ''): string[] {
  if (failures.length === 0) return [];
  const shown = failures.slice(0, MAX_SHOWN_FAILURES).map(({ text }) => text.split('\n')[0] ?? '');
  const hidden = failures.length - shown.length;
  const targets = [...new Set(failures.map(({ target }) => target))];
  const [scripts, tests] = [
    targets.filter((target) => target.startsWith(SCRIPT)),
    targets.filter((target) => target !== '' && !target.startsWith(SCRIPT)),
  ];
  return [
    ...shown.map((text) => `✖ ${text}`),
    ...(hidden > 0 ? [`… and ${hidden} more, see above.`] : []),
    ...(tests.length > 0
      ? [`Repeat just these with: ${environment}npm test -- ${tests.join(' ')}`]
      : []),
    ...scripts.map((name) => `Repeat it with: npm run ${name}`),
  ];
}

/**
 * Counts a run of Vitest. A file that could not run, a skipped test and a run without tests are failures, because none
 * of them proves anything.
 * @param root the repository, whose paths are shortened
 * @param text the JSON report; undefined if Vitest wrote none
 * @param failure why Vitest did not end in order
 * @param files the named ones, in each of which a test has to run
 */
export function resultFromVitest(
  name: string,
  root: string,
  text?: string,
  failure?: string,
  files: string[] = [],
): TestResult {
  const report = parse(text);
  const target = files.join(' ') || name;
  if (report === undefined) return singleResult(name, failure ?? 'vitest did not start', target);
  const failures = report.testResults.flatMap((file) => failuresOfFile(name, root, file));
  const run = new Set(report.testResults.map((file) => file.name.replace(`${root}/`, '')));
  for (const file of files)
    if (!run.has(file)) failures.push({ text: `${name}: ${file}: no test ran`, target: file });
  if (failures.length > 0) return failedResult(failures, report.numPassedTests);
  const reason = findReason(report, failure);
  return { ...singleResult(name, reason, target), passed: report.numPassedTests };
}

function findReason(report: VitestReport, failure?: string): string | undefined {
  if (!report.success) return 'vitest reports a failure, see above';
  if (failure !== undefined) return failure;
  return report.numPassedTests === 0 ? 'no test ran' : undefined;
}

function failuresOfFile(
  name: string,
  root: string,
  file: VitestReport['testResults'][number],
): Failure[] {
  const target = file.name.replace(`${root}/`, '');
  const named = (text: string): Failure => ({ text: `${name}: ${target}${text}`, target });
  const failures = file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName }) => named(`: ${fullName.trim()}`));
  if (failures.length === 0 && file.status === 'failed') {
    const reason = file.message.split('\n').find((line) => line.trim() !== '');
    failures.push(named(` could not run: ${reason?.trim() ?? 'no reason given'}`));
  }
  const [first, ...others] = file.assertionResults.filter(
    ({ status }) => status !== 'passed' && status !== 'failed',
  );
  if (first !== undefined) {
    const more = others.length > 0 ? `, and ${others.length} more` : '';
    failures.push(named(`: ${first.fullName.trim()} (${first.status})${more}`));
  }
  return failures;
}

function parse(text: string | undefined): VitestReport | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as VitestReport);
  } catch {
    return undefined;
  }
}
