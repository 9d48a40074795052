import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * The start time of a process as the system prints it. Pid and start time together identify a process, because pids
 * are reused.
 * @param {number} pid
 * @returns {string | undefined} undefined if there is no such process
 */
export function processStartTime(pid) {
  if (!Number.isInteger(pid) || pid <= 1) return undefined;
  if (process.platform !== 'linux') return startTimeFromPs(pid);
  try {
    return startTimeFromProc(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param {string} stat the text of /proc/PID/stat; the command name in it may hold blanks and brackets
 * @returns {string | undefined} clock ticks since boot; undefined for a zombie, which only waits to be reaped
 */
export function startTimeFromProc(stat) {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
}

/** @param {number} pid */
function startTimeFromPs(pid) {
  try {
    // The same text in every session of the user.
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
    const args = ['-o', 'lstart=', '-p', String(pid)];
    const text = execFileSync('ps', args, { encoding: 'utf8', env });
    return text.trim() || undefined;
  } catch {
    return undefined;
  }
}
