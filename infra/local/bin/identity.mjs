import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * When a process started, in the system's own words. Together with the pid it names one process for good:
 * pids are used again, this pair is not.
 * @param {number} pid
 * @returns {string | undefined} undefined when no such process lives
 */
export function processStart(pid) {
  if (!Number.isInteger(pid) || pid <= 1) return undefined;
  if (process.platform !== 'linux') return startFromPs(pid);
  try {
    return startFromStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param {string} stat the text of /proc/PID/stat; the command name in it may hold blanks and brackets
 * @returns {string | undefined} clock ticks since boot; undefined for a zombie, which only waits to be reaped
 */
export function startFromStat(stat) {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
}

/** @param {number} pid */
function startFromPs(pid) {
  try {
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return text.trim() || undefined;
  } catch {
    return undefined;
  }
}
