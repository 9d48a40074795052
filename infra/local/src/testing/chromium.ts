import { LaunchError } from '../failure.ts';
import { installHostPackages } from '../tools/apt.ts';
import { which } from '../which.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The browser for the browser tests: CHROMIUM, else one on PATH, else installed with apt-get. */
export async function findChromium(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<string> {
  if (env['CHROMIUM']) return env['CHROMIUM'];
  const found = onPath();
  if (found !== undefined) return found;
  await installHostPackages(['chromium'], signal);
  const installed = onPath();
  if (installed !== undefined) return installed;
  throw new LaunchError('There is no Chromium on PATH.', 'Give its path: CHROMIUM=/path npm test');
}

function onPath(): string | undefined {
  return NAMES.map((name) => which(name)).find((path) => path !== undefined);
}
