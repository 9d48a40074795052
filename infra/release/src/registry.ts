import { spawnSync } from 'node:child_process';

/** What a registry answers about an image; `unknown` if it cannot be asked. */
export type Availability = 'there' | 'gone' | 'refused' | 'unknown';

export interface Answer {
  availability: Availability;
  /** What Docker says; empty if the image is there. */
  reason: string;
}

const TIMEOUT_MS = 60_000;
const GONE = /not found|manifest unknown|no such manifest/i;
const REFUSED = /denied|unauthorized|forbidden|insufficient_scope/i;

/** Reads the last line that Docker has written about an image which it could not show. */
export const toAnswer = (stderr: string): Answer => {
  const reason = stderr.trim().split('\n').at(-1) ?? '';
  if (REFUSED.test(reason)) return { availability: 'refused', reason };
  return { availability: GONE.test(reason) ? 'gone' : 'unknown', reason };
};

/** Asks the registry of an image for its manifest, through Docker. */
export const findImage = (name: string): Answer => {
  const args = ['buildx', 'imagetools', 'inspect', '--raw', name];
  const result = spawnSync('docker', args, { encoding: 'utf8', timeout: TIMEOUT_MS });
  if (result.error) return { availability: 'unknown', reason: result.error.message };
  return result.status === 0 ? { availability: 'there', reason: '' } : toAnswer(result.stderr);
};

/** The exit code of the check: 0 all there, 1 some gone or refused, 2 some could not be asked. */
export const toExitCode = (answers: readonly Answer[]): number => {
  const some = (...wanted: Availability[]) =>
    answers.some(({ availability }) => wanted.includes(availability));
  if (some('gone', 'refused')) return 1;
  return some('unknown') ? 2 : 0;
};
