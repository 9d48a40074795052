import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processStartTime } from './process-identity.mjs';

/**
 * Acquires a lock file for this process. A lock whose holder has ended is free.
 * @param {string} file
 * @returns {{ held: true, release: () => void } | { held: false, pid: number }}
 */
export function tryLock(file) {
  mkdirSync(dirname(file), { recursive: true });
  const ownContent = `${process.pid} ${processStartTime(process.pid)}`;
  for (;;) {
    if (create(file, ownContent)) return { held: true, release: () => release(file, ownContent) };
    const held = read(file);
    if (held === undefined) continue;
    const [pid, ...start] = held.split(' ');
    const alive = processStartTime(Number(pid));
    if (alive !== undefined && alive === start.join(' ')) return { held: false, pid: Number(pid) };
    removeStaleLock(file, held);
  }
}

/**
 * Runs `work` while holding the lock, waiting for it as long as its holder lives.
 * @template T
 * @param {string} file
 * @param {(pid: number) => void} onWait called once with the holder's pid
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, onWait, work) {
  let hasNotified = false;
  for (;;) {
    const lock = tryLock(file);
    if (lock.held) {
      try {
        return await work();
      } finally {
        lock.release();
      }
    }
    if (!hasNotified) onWait(lock.pid);
    hasNotified = true;
    await sleep(250);
  }
}

/**
 * Creates the file with its content atomically, so that no process reads an empty lock.
 * @param {string} file
 * @param {string} content
 */
function create(file, content) {
  const draft = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  writeFileSync(draft, content);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Removes the lock of an ended process. If another process has replaced it in the meantime, its lock is restored.
 * @param {string} file
 * @param {string} dead
 */
function removeStaleLock(file, dead) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (read(aside) === dead) rmSync(aside, { force: true });
  else renameSync(aside, file);
}

/**
 * @param {string} file
 * @param {string} ownContent
 */
function release(file, ownContent) {
  if (read(file) === ownContent) rmSync(file, { force: true });
}
