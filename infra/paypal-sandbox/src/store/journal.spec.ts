import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Journal } from './journal.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'));
  file = join(folder, 'journal.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () => {
  const read: unknown[] = [];
  return { journal: new Journal(file, (entry) => read.push(entry)), read };
};

it('a journal is read again in the order in which it was written', async () => {
  const { journal } = open();
  const entries = Array.from({ length: 100 }, (_, count) => ({ count, text: 'ಪಾವತಿ' }));
  for (const entry of entries) {
    journal.write(entry);
    if (entry.count % 7 === 0) await journal.flush();
  }
  await journal.close();
  const { journal: again, read } = open();
  expect(read).toEqual(entries);
  await again.close();
});

it('a journal has on the disk whatever was written before it says so', async () => {
  const { journal } = open();
  const lines = () => readFileSync(file, 'utf8').split('\n').length - 1;
  journal.write(1);
  const first = journal.flush();
  journal.write(2);
  const second = journal.flush();
  await first;
  expect(lines()).toBeGreaterThanOrEqual(1);
  journal.write(3);
  await second;
  expect(lines()).toBeGreaterThanOrEqual(2);
  await journal.flush();
  expect(lines()).toBe(3);
  await journal.close();
});

it('a journal waits for lines that are on their way, though none is new', async () => {
  const { journal } = open();
  journal.write('x'.repeat(1_000_000));
  void journal.flush();
  await journal.flush();
  expect(readFileSync(file).length).toBeGreaterThan(1_000_000);
  await journal.close();
});

it('a journal drops an incomplete last line, and continues after the last complete one', async () => {
  const { journal } = open();
  journal.write('whole');
  await journal.close();
  appendFileSync(file, '"cut o');
  const second = open();
  expect(second.read).toEqual(['whole']);
  second.journal.write('next');
  await second.journal.close();
  const third = open();
  expect(third.read).toEqual(['whole', 'next']);
  await third.journal.close();
});
