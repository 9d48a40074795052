import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { attempt } from './command.ts';
import type { Report } from './report.ts';
import { origin } from './settings.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

function chromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const candidates = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return process.env['CHROMIUM'] ?? candidates.find((file) => existsSync(file));
}

/** Parts of the names of those to run; all unless given. */
const wanted = (process.env['CONTAINERS_JOURNEYS'] ?? '').split(',').filter(Boolean);

/** The browser's journeys against what runs in the containers; they count themselves. */
export async function journeys(
  report: Report,
  administrator: { username: string; password: string },
): Promise<void> {
  const program = chromium();
  if (program === undefined) {
    report.add({ passed: 0, failed: 1 });
    console.log('✖ journeys: there is no Chromium on PATH; give its path as CHROMIUM');
    return;
  }
  const { code, text } = await attempt(process.execPath, ['web/e2e/run.ts', ...wanted], {
    shown: true,
    env: {
      ...process.env,
      BASE_URL: origin,
      ADMIN_USERNAME: administrator.username,
      ADMIN_PASSWORD: administrator.password,
      CHROMIUM: program,
    },
  });
  const [, passed = '0', failed = '0'] = /(\d+) passed, (\d+) failed\s*$/.exec(text) ?? [];
  const ended = Number(failed) === 0 && (code !== 0 || passed === '0') ? 1 : 0;
  report.add({ passed: Number(passed), failed: Number(failed) + ended });
}
