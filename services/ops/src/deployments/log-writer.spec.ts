import { expect, it } from 'vitest';
import { Types } from 'mongoose';
import type { DeploymentLogRepository } from './log.repository.js';
import { DeploymentLogWriter, sanitizeLine } from './log-writer.js';

it.each([
  ['a\u0000b\u0007c\u007fd\u009be', 'abcde'],
  ['one  ', 'one'],
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

it('a log continues after the lines of the earlier worker', async () => {
  const parts: { order: number; lines: string[] }[] = [];
  const logs = {
    append: async (part: (typeof parts)[number]) => void parts.push(part),
  } as unknown as DeploymentLogRepository;
  const failed = (error: unknown) => {
    throw error;
  };
  const id = new Types.ObjectId();
  const [first, second] = [1, 2].map((token) => new DeploymentLogWriter(logs, id, token, failed));
  if (!first || !second) throw new Error('there is no writer');
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
