import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MongoClient } from 'mongodb';
import { dumpDatabase, parseCounts, withoutDatabase } from './databases.ts';
import { writeDump } from './dump-files.ts';

describe('the address for the tools of MongoDB', () => {
  it.each([
    ['mongodb://u:p@a:1,b:2/?replicaSet=rs', 'mongodb://u:p@a:1,b:2/?replicaSet=rs'],
    ['mongodb+srv://u:p@h/admin?tls=true', 'mongodb+srv://u:p@h/?tls=true&authSource=admin'],
    ['mongodb://u:p@h/catalog', 'mongodb://u:p@h/?authSource=catalog'],
    ['mongodb://u:p@h/catalog?authSource=admin', 'mongodb://u:p@h/?authSource=admin'],
    ['mongodb://h/catalog', 'mongodb://h/?'],
  ])('of %s names no database', (uri, expected) => {
    expect(withoutDatabase(uri)).toBe(expected);
  });
});

it('counts what mongodump has dumped, as its versions say it', () => {
  const output = [
    '2026-11-24T01:58:41.879+0000\twriting `catalog.diseases` to "archive"',
    '2026-11-24T01:58:41.910+0000\tdone dumping `catalog.diseases` (5000 documents)',
    '2026-11-24T01:58:41.892+0000\tdone dumping catalog.audit.days (1 document)',
  ].join('\n');
  expect(parseCounts(output)).toEqual({ diseases: 5000, 'audit.days': 1 });
});

describe('notes of what is in other collections', () => {
  const { PATH = '' } = process.env;
  let folder: string;
  /** A database with the collections `audit` and `audit_days`, which are empty. */
  const db = {
    listCollections: () => ({
      toArray: () => Promise.resolve([{ name: 'audit' }, { name: 'audit_days' }]),
    }),
    collection: () => ({
      listIndexes: () => ({ toArray: () => Promise.resolve([]) }),
      find: () => [],
    }),
  };
  const client = { db: () => db } as unknown as MongoClient;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'backup-dump-'));
  });
  afterEach(() => {
    process.env['PATH'] = PATH;
    rmSync(folder, { recursive: true });
  });

  it('are copied before these by the driver', async () => {
    const counts = await writeDump(client.db(), join(folder, 'ops'));
    expect(Object.keys(counts)).toEqual(['audit_days', 'audit']);
  });

  it('are copied before these by mongodump', async () => {
    const calls = join(folder, 'calls');
    const program = `#!/bin/sh\nshift 3\necho "$@" >> ${calls}\n`;
    writeFileSync(join(folder, 'mongodump'), program, { mode: 0o755 });
    process.env['PATH'] = `${folder}${delimiter}${PATH}`;
    const place = { client, uri: 'mongodb://h/', folder: join(folder, 'databases', 'ops') };
    await dumpDatabase(place, 'ops');
    expect(readFileSync(calls, 'utf8').trim().split('\n')).toEqual([
      '--collection=audit_days',
      '--excludeCollection=audit_days',
    ]);
  });
});
