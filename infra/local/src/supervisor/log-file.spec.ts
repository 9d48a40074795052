import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LogFile } from './supervisor.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('keeps a log below its largest size, with the part before beside it', () => {
  const file = join(folder, 'a.log');
  const log = new LogFile(file, 100);
  for (let line = 0; line < 25; line += 1) log.append(`line ${String(line).padStart(4, '0')}`);
  log.close();
  log.append('after the end');
  expect(statSync(file).size).toBeLessThanOrEqual(110);
  expect(existsSync(`${file}.1`)).toBe(true);
  const both = readFileSync(`${file}.1`, 'utf8') + readFileSync(file, 'utf8');
  expect(both.endsWith('line 0023\nline 0024\n')).toBe(true);
});

it('continues the log of an earlier run', () => {
  const file = join(folder, 'a.log');
  for (const text of ['one', 'two']) {
    const log = new LogFile(file);
    log.append(text);
    log.close();
  }
  expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
});
