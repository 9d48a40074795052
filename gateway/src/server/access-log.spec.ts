import { setTimeout as pause } from 'node:timers/promises';
import { AppLogger } from '@ctdb/chassis';
import { maliciousDomainNames } from '@ctdb/chassis/testing';
import { expect, it } from 'vitest';
import { BufferedLines } from './access-log.js';

it('log lines are written together, soon, each once and in order', async () => {
  const written: string[] = [];
  const lines = new BufferedLines({ write: (text) => written.push(text) });
  lines.write('a\n');
  lines.write('b\n');
  expect(written).toEqual([]);
  await pause(150);
  lines.write('c\n');
  lines.flush();
  lines.flush();
  await pause(150);
  expect(written).toEqual(['a\nb\n', 'c\n']);
});

it('log lines have hostile names as values, in one line each', () => {
  const lines: string[] = [];
  const logger = new AppLogger('test', 'info', { write: (line) => void lines.push(line) });
  for (const name of maliciousDomainNames) logger.info(name, { name }, new Error(name));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(
    maliciousDomainNames.map((name) => ({ msg: name, name })),
  );
  for (const line of lines) expect(line).toMatch(/^[^\0-\x1f]+\n$/);
});
