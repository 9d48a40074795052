/** How one part of the tests went. */
export interface Outcome {
  passed: number;
  failed: number;
  /** What failed, a line each. */
  failures: string[];
}

export const nothing: Outcome = { passed: 0, failed: 0, failures: [] };

/** A check that holds or does not, counted as one test. */
export function check(name: string, failure?: string): Outcome {
  if (failure === undefined) return { passed: 1, failed: 0, failures: [] };
  return { passed: 0, failed: 1, failures: [`${name}: ${failure}`] };
}

export function sum(outcomes: Outcome[]): Outcome {
  return {
    passed: outcomes.reduce((total, { passed }) => total + passed, 0),
    failed: outcomes.reduce((total, { failed }) => total + failed, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
  };
}

/** The line that counts the tests for whoever runs them. */
export function closingLine({ passed, failed }: Outcome): string {
  return `${passed} passed, ${failed} failed`;
}

/** Reads a closing line from the end of a program's output; undefined when it has none. */
export function readClosingLine(lines: string[]): { passed: number; failed: number } | undefined {
  const last = lines.findLast((line) => line.trim() !== '');
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(last?.trim() ?? '') ?? [];
  if (passed === undefined || failed === undefined) return undefined;
  return { passed: Number(passed), failed: Number(failed) };
}
