import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/** A compiler writes many files in a row: the last one counts. */
const QUIET_MS = 400;

/**
 * Calls back when what a project was built into has really changed; a compiler that writes the same again
 * is not heard. Ends with the signal.
 */
export function onBuildChange(project: string, changed: () => void, signal: AbortSignal): void {
  const folder = join(project, 'dist');
  mkdirSync(folder, { recursive: true });
  let known = contentHash(folder);
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const now = contentHash(folder);
    if (now === undefined || now === known) return;
    known = now;
    changed();
  };
  watch(folder, { recursive: true, signal }, () => {
    clearTimeout(timer);
    timer = setTimeout(look, QUIET_MS);
  });
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/** Undefined while the compiler is at work: a file that was listed is gone. */
function contentHash(folder: string): string | undefined {
  const hash = createHash('sha256');
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((file) => file.endsWith('.js')).sort()) {
      hash.update(name).update(readFileSync(join(folder, name)));
    }
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}
