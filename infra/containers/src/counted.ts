import { attempt } from './command.ts';
import type { Report } from './report.ts';
import { origin } from './settings.ts';

/** Who has signed in at the first start. */
export interface Administrator {
  username: string;
  password: string;
}

/** What a program that tests a running product has to know of it. */
export function productFor({ username, password }: Administrator): NodeJS.ProcessEnv {
  return { BASE_URL: origin, ADMIN_USERNAME: username, ADMIN_PASSWORD: password };
}

/** Runs a program of tests that ends with `N passed, N failed`; one that does not has failed. */
export async function counted(
  report: Report,
  program: readonly string[],
  settings: NodeJS.ProcessEnv,
): Promise<void> {
  const env = { ...process.env, ...settings };
  const { code, text } = await attempt(process.execPath, [...program], { shown: true, env });
  const [, passed = '0', failed = '0'] = /(\d+) passed, (\d+) failed\s*$/.exec(text) ?? [];
  const broken = Number(failed) === 0 && (code !== 0 || passed === '0') ? 1 : 0;
  report.add({ passed: Number(passed), failed: Number(failed) + broken });
}
