import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processStart } from './identity.mjs';

/**
 * Takes a lock file in the name of this process. A lock whose holder is gone counts as free.
 * @param {string} file
 * @returns {{ held: true, release: () => void } | { held: false, pid: number }}
 */
export function tryLock(file) {
  mkdirSync(dirname(file), { recursive: true });
  const mine = `${process.pid} ${processStart(process.pid)}`;
  for (;;) {
    if (create(file, mine)) return { held: true, release: () => release(file, mine) };
    const held = read(file);
    if (held === undefined) continue;
    const [pid, ...start] = held.split(' ');
    const alive = processStart(Number(pid));
    if (alive !== undefined && alive === start.join(' ')) return { held: false, pid: Number(pid) };
    discard(file, held);
  }
}

/**
 * Runs `work` while holding the lock, waiting for it as long as its holder lives.
 * @template T
 * @param {string} file
 * @param {(pid: number) => void} onWait told once, with the holder's pid
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, onWait, work) {
  let told = false;
  for (;;) {
    const lock = tryLock(file);
    if (lock.held) {
      try {
        return await work();
      } finally {
        lock.release();
      }
    }
    if (!told) onWait(lock.pid);
    told = true;
    await sleep(250);
  }
}

/**
 * Makes the file together with its content in one step, so that nobody ever reads an empty lock.
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
 * Moves a dead holder's lock away. When another process was faster and its fresh lock was moved instead,
 * that one is put back.
 * @param {string} file
 * @param {string} dead
 */
function discard(file, dead) {
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
 * @param {string} mine
 */
function release(file, mine) {
  if (read(file) === mine) rmSync(file, { force: true });
}
