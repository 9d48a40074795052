import { check } from './counts.ts';
import { runShown } from './run-shown.ts';
import type { Section } from './section.ts';

const LIMIT_MINUTES = 15;

/** Checks of the source that npm scripts make, each counted as one test. */
export const lint = npmScript('lint', 'lint');
export const types = npmScript('types', 'typecheck');
export const unused = npmScript('unused', 'unused');

function npmScript(name: string, script: string): Section {
  return {
    name,
    run: async ({ env, signal }) => {
      const cli = process.env['npm_execpath'];
      const args = ['run', '--silent', script];
      const [command, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
      const options = { name, env, limitMinutes: LIMIT_MINUTES, signal };
      const { failure } = await runShown(command, [...first, ...args], options);
      return check(name, failure);
    },
  };
}
