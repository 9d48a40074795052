import { describe, expect, it } from '@jest/globals';
import { parseCounts, withoutDatabase } from './databases.ts';

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
