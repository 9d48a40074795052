import { Api } from './api.ts';
import { phases, type Test } from './collection.ts';
import { MARK } from './names.ts';
import { runTest, type Common } from './run-test.ts';
import { RUN_MS, WORKERS } from './settings.ts';

interface Count {
  passed: number;
  failed: number;
}

/** What an aborted run has left would be counted with the sample data. */
const clearLeftovers = async (api: Api): Promise<void> => {
  const left = await api.find(MARK);
  for (const { id, nameEn } of left) if (nameEn.startsWith(MARK)) api.clearAway(id);
  await api.clear();
};

/** The beginning tells what is wrong; a browser that died adds its whole log. */
const indented = (text: string): string =>
  text
    .split('\n')
    .slice(0, 20)
    .map((line) => `    ${line.slice(0, 600)}`)
    .join('\n');

/**
 * Runs the tests phase by phase and prints a line for each. What fails while others run beside it is
 * run once more by itself at the end: a fault of the product shows again, a starved browser does not.
 */
export const runAll = async (tests: readonly Test[], common: Common): Promise<Count> => {
  await clearLeftovers(new Api((await common.session.get()).token));
  const end = performance.now() + RUN_MS;
  const count: Count = { passed: 0, failed: 0 };

  const again: Test[] = [];

  const run = async (test: Test, isLast: boolean): Promise<void> => {
    const began = performance.now();
    const failure =
      began > end ? 'not begun: all tests together took too long' : await runTest(test, common);
    const took = Math.round(performance.now() - began);
    if (failure === undefined) count.passed += 1;
    else if (isLast) count.failed += 1;
    else again.push(test);
    const mark = failure === undefined ? '✓' : isLast ? '✗' : '↻';
    console.log(`${mark} ${test.name} (${took} ms)`);
    if (failure !== undefined) console.log(indented(failure));
  };
  const work = async (queue: Test[]): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) await run(next, false);
  };

  for (const phase of phases) {
    const queue = tests.filter(({ options }) => (options.phase ?? 'any') === phase);
    const workers = phase === 'alone' ? 1 : WORKERS;
    await Promise.all(Array.from({ length: workers }, () => work(queue)));
  }
  if (again.length === 0) return count;
  // A test among those that run alone has ended every session of the administrator.
  await common.session.renew();
  for (const test of again) await run(test, true);
  return count;
};
