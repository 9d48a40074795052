import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { counted, productFor, type Administrator } from './counted.ts';
import type { Report } from './report.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const PROGRAM = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'web/e2e'];

function chromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const candidates = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return process.env['CHROMIUM'] ?? candidates.find((file) => existsSync(file));
}

/** Parts of the names of those to run; all unless given. */
const wanted = (process.env['CONTAINERS_JOURNEYS'] ?? '').split(',').filter(Boolean);

/** The browser's journeys against what runs in the containers; they count themselves. */
export async function journeys(report: Report, administrator: Administrator): Promise<void> {
  const program = chromium();
  if (program === undefined) {
    report.add({ passed: 0, failed: 1 });
    console.log('✖ journeys: there is no Chromium on PATH; give its path as CHROMIUM');
    return;
  }
  const filter = wanted.length === 0 ? [] : ['-g', wanted.join('|')];
  await counted(report, [...PROGRAM, ...filter], {
    ...productFor(administrator),
    CHROMIUM: program,
  });
}
