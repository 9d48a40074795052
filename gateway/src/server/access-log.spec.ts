import { AppLogger } from '@ctdb/chassis';
import { maliciousDomainNames } from '@ctdb/chassis/testing';
import { expect, it } from 'vitest';

it('log lines have hostile names as values, in one line each', () => {
  const lines: string[] = [];
  const logger = new AppLogger('test', 'info', { write: (line) => void lines.push(line) });
  for (const name of maliciousDomainNames) logger.info(name, { name }, new Error(name));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(
    maliciousDomainNames.map((name) => ({ msg: name, name })),
  );
  for (const line of lines) expect(line).toMatch(/^[^\0-\x1f]+\n$/);
});
