import { expect, it } from 'vitest';
import { Types } from 'mongoose';
import type { DeploymentLogRepository } from './log.repository.js';
import { DeploymentLogWriter, sanitizeLine, LineSplitter } from './log-writer.js';

it.each([
  ['\u001b[32m✓\u001b[39m built', '✓ built'],
  ['\u001b]8;;http://x\u0007link\u001b]8;;\u0007', 'link'],
  ['a\u0000b\u0007c\u007fd\u009be', 'abcde'],
  ['one\ttwo  ', 'one  two'],
  ['\u202egnp.exe\u2066', 'gnp.exe'],
  ['ಬಣ್ಣ ಚಿಕಿತ್ಸೆ', 'ಬಣ್ಣ ಚಿಕಿತ್ಸೆ'],
])('a line of a log %j is shown as %j', (line, shown) => {
  expect(sanitizeLine(line)).toBe(shown);
});

it('a line of a log is cut if it is long, never through a character', () => {
  const cut = sanitizeLine('😀'.repeat(2_000));
  expect(cut.length).toBeLessThanOrEqual(2_000);
  expect(cut.isWellFormed()).toBe(true);
  expect(cut.endsWith('…')).toBe(true);
});

it('the output of a program becomes lines, in any chunks', () => {
  const lines: string[] = [];
  const splitter = new LineSplitter((line) => lines.push(line));
  for (const piece of ['on', 'e\ntw', 'o\r\nthree\rfour']) splitter.write(piece);
  expect(lines).toEqual(['one', 'two', 'three']);
  splitter.end();
  expect(lines).toEqual(['one', 'two', 'three', 'four']);
});

it('the output of a program does not wait for the end of an endless line', () => {
  const lines: string[] = [];
  new LineSplitter((line) => lines.push(line)).write('x'.repeat(100_000));
  expect(lines).toHaveLength(1);
});

it('a log continues after the lines of the earlier worker, after an orderly handover', async () => {
  const parts: { order: number; lines: string[]; bytes: number }[] = [];
  const logs = {
    append: async (part: (typeof parts)[number]) => void parts.push(part),
    sizes: async () => parts.toSorted((a, b) => a.order - b.order),
  } as unknown as DeploymentLogRepository;
  const failed = (error: unknown) => {
    throw error;
  };
  const id = new Types.ObjectId();
  const writer = () => new DeploymentLogWriter(logs, id, 1, () => Promise.resolve(), failed);
  const [first, second] = [writer(), writer()];
  for (const line of ['one', 'two', 'three']) {
    first.add(line);
    await first.flush();
  }
  await first.end();
  second.add('four');
  await second.end();
  const stored = parts.toSorted((a, b) => a.order - b.order).flatMap(({ lines }) => lines);
  expect(stored).toEqual(['one', 'two', 'three', 'four']);
});
