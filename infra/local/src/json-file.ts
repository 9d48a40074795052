import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { LaunchError } from './failure.ts';

/**
 * Reads a file of the data folder; empty if there is none.
 * @param loss consequence of its loss, for the message
 * @throws LaunchError if it is damaged
 */
export function readJson(file: string, loss: string): Partial<Record<string, string>> {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<string, string>>;
  } catch {
    throw new LaunchError(`${file} cannot be read.`, loss);
  }
}

/** Replaces a file that only its owner can read. After a crash it has the content of before, or the new one. */
export function writeJson(file: string, content: object): void {
  const text = `${JSON.stringify(content, undefined, 2)}\n`;
  writeFileSync(`${file}.draft`, text, { mode: 0o600, flush: true });
  renameSync(`${file}.draft`, file);
}
