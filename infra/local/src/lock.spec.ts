import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tryLock, withLock } from '../bin/lock.mjs';
import { Ports } from './session.ts';
import { loadSecrets } from './secrets.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a lock is held by one at a time and free afterwards', () => {
  const file = join(folder, 'a.lock');
  const lock = tryLock(file);
  expect(lock.held).toBe(true);
  expect(tryLock(file)).toEqual({ held: false, pid: process.pid });
  if (lock.held) lock.release();
  expect(tryLock(file).held).toBe(true);
});

it('a lock is free when its holder is gone, also when another process has the pid now', () => {
  const file = join(folder, 'a.lock');
  for (const dead of ['999999999 1', `${process.pid} another time`, '']) {
    writeFileSync(file, dead);
    const lock = tryLock(file);
    expect(lock.held).toBe(true);
    if (lock.held) lock.release();
  }
  expect(readdirSync(folder)).toEqual([]);
});

it('a lock lets one work at a time', async () => {
  const file = join(folder, 'a.lock');
  let inside = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, (inside += 1));
    await new Promise((resolve) => setTimeout(resolve, 20));
    inside -= 1;
  };
  await Promise.all([1, 2].map(() => withLock(file, () => undefined, work)));
  expect(most).toBe(1);
});

it('ports are the default one, or the next one that no program and no launcher uses', async () => {
  const defaultPort = 29_310;
  const taken = createServer().listen(defaultPort + 1, '127.0.0.1');
  const [one, two] = [new Ports(folder), new Ports(folder)];
  const first = await one.claim(defaultPort);
  expect(await two.claim(first)).toBeGreaterThan(first);
  expect(first).not.toBe(defaultPort + 1);
  one.release();
  expect(await two.claim(first)).toBe(first);
  two.release();
  taken.close();
});

it('secrets are made once and belong to their owner alone', () => {
  const secrets = loadSecrets(folder);
  expect(new Set(Object.values(secrets)).size).toBe(Object.keys(secrets).length);
  expect(secrets.redis.length).toBeGreaterThanOrEqual(32);
  expect(JSON.parse(secrets.serviceTokenKey)).toMatchObject({ kty: 'OKP', crv: 'Ed25519' });
  expect(loadSecrets(folder)).toEqual(secrets);
});

it('secrets are never replaced when they cannot be read', () => {
  writeFileSync(join(folder, 'secrets.json'), 'broken');
  expect(() => loadSecrets(folder)).toThrow('cannot be read');
});
