import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fingerprint } from './build.ts';

let root: string;
const write = (name: string, text: string) => {
  mkdirSync(join(root, name, '..'), { recursive: true });
  writeFileSync(join(root, name), text);
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fingerprint-'));
  write('gateway/src/main.ts', 'one');
  write('gateway/dist/main.js', 'one');
  write('nx.json', '{}');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const now = () => fingerprint(root, ['gateway', 'nx.json', 'absent']);

it('changes with a source, a setting, a new file and what was built', () => {
  const seen = [now()];
  write('gateway/src/main.ts', 'three');
  seen.push(now());
  write('nx.json', '{"a":1}');
  seen.push(now());
  write('gateway/src/more.ts', '');
  seen.push(now());
  rmSync(join(root, 'gateway/dist'), { recursive: true });
  seen.push(now());
  utimesSync(join(root, 'gateway/src/main.ts'), 1, 1);
  seen.push(now());
  expect(new Set(seen).size).toBe(6);
});

it('does not change with tests, packages and documents', () => {
  const before = now();
  for (const name of ['src/main.spec.ts', 'node_modules/a/b.js', 'README.md', 'test/a.test.ts']) {
    write(`gateway/${name}`, 'x');
  }
  expect(now()).toBe(before);
});
