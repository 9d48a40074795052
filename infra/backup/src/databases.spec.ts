import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
import { dumpDatabase, parseCounts, withoutDatabase } from './databases.ts';

it.each([
  ['mongodb://u:p@a:1,b:2/?replicaSet=rs', 'mongodb://u:p@a:1,b:2/?replicaSet=rs'],
  ['mongodb+srv://u:p@h/admin?tls=true', 'mongodb+srv://u:p@h/?tls=true&authSource=admin'],
  ['mongodb://u:p@h/catalog', 'mongodb://u:p@h/?authSource=catalog'],
  ['mongodb://u:p@h/catalog?authSource=admin', 'mongodb://u:p@h/?authSource=admin'],
  ['mongodb://h/catalog', 'mongodb://h/?'],
])('the address %s names no database for the tools of MongoDB', (uri, expected) => {
  expect(withoutDatabase(uri)).toBe(expected);
});

it('counts what mongodump has dumped, as its versions say it', () => {
  const output = [
    '2026-11-24T01:58:41.879+0000\twriting `catalog.diseases` to "archive"',
    '2026-11-24T01:58:41.910+0000\tdone dumping `catalog.diseases` (5000 documents)',
    '2026-11-24T01:58:41.892+0000\tdone dumping catalog.audit.days (1 document)',
  ].join('\n');
  expect(parseCounts(output)).toEqual({ diseases: 5000, 'audit.days': 1 });
});

it.each([
  ['the driver', false],
  ['mongodump', true],
])('notes of what is in other collections are copied before these by %s', async (_, hasTool) => {
  const { PATH = '' } = process.env;
  const folder = mkdtempSync(join(tmpdir(), 'backup-dump-'));
  const names = ['audit', 'audit_days'];
  const none = { toArray: () => Promise.resolve([]) };
  const db = {
    listCollections: () => ({ toArray: () => Promise.resolve(names.map((name) => ({ name }))) }),
    collection: () => ({ listIndexes: () => none, find: () => [] }),
  };
  const calls = join(folder, 'calls');
  const program = `#!/bin/sh\nshift 3\necho "$@" >> ${calls}\n`;
  if (hasTool) writeFileSync(join(folder, 'mongodump'), program, { mode: 0o755 });
  process.env['PATH'] = hasTool ? `${folder}${delimiter}${PATH}` : folder;
  try {
    const client = { db: () => db } as unknown as MongoClient;
    const place = { client, uri: 'mongodb://h/', folder: join(folder, 'databases', 'ops') };
    const copied = Object.keys(await dumpDatabase(place, 'ops'));
    if (hasTool) copied.push(...readFileSync(calls, 'utf8').trim().split('\n'));
    const separate = ['--collection=audit_days', '--excludeCollection=audit_days'];
    expect(copied).toEqual(hasTool ? separate : ['audit_days', 'audit']);
  } finally {
    process.env['PATH'] = PATH;
    rmSync(folder, { recursive: true });
  }
});
