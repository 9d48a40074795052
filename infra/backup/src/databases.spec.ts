import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from 'mongodb';
import { expect, it } from 'vitest';
import { dumpDatabase } from './databases.ts';

it('notes of what is in other collections are copied before these', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'backup-dump-'));
  const names = ['audit', 'audit_days'];
  const none = { toArray: () => Promise.resolve([]) };
  const db = {
    listCollections: () => ({ toArray: () => Promise.resolve(names.map((name) => ({ name }))) }),
    collection: () => ({ listIndexes: () => none, find: () => [] }),
  } as unknown as Db;
  try {
    expect(Object.keys(await dumpDatabase(db, folder))).toEqual(['audit_days', 'audit']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
