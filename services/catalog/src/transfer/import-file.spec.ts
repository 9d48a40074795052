import { CSV_BOM, MAX_IMPORT_ROWS } from '@ctdb/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromCell, toCsv } from './csv.js';
import { readImportFile, type ImportItem } from './import-file.js';

async function* chunks(text: string | Buffer, size = 7) {
  const bytes = Buffer.from(text as string);
  for (let start = 0; start < bytes.length; start += size) {
    await Promise.resolve();
    yield bytes.subarray(start, start + size);
  }
}

const read = async (text: string | Buffer, format: 'csv' | 'json' = 'csv', size?: number) => {
  const items: ImportItem[] = [];
  for await (const item of readImportFile(chunks(text, size), format)) items.push(item);
  return items;
};

describe('a CSV', () => {
  it('keeps every text, those that a spreadsheet program takes for formulas too', () => {
    const texts = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 });
    fc.assert(
      fc.property(texts, (cells) => {
        const [line = ''] = toCsv([[...cells, '=1+1']])
          .split('\r\n')
          .slice(-2);
        expect(line).toMatch(/(^|,)'=1\+1$/);
        expect(
          cells.map((cell) => fromCell(/^[=+\-@'\t\r]/.test(cell) ? `'${cell}` : cell)),
        ).toEqual(cells);
      }),
    );
    expect(toCsv([['=1', '+1', '-1', '@a', "'a", '\ta', '\ra', 'a=1', "it's"]])).toBe(
      `'=1,'+1,'-1,'@a,''a,'\ta,"'\ra",a=1,it's\r\n`,
    );
    expect(["'=1", "''a", "'a", 'a'].map(fromCell)).toEqual(['=1', "'a", "'a", 'a']);
  });

  it('is read with one disease for the rows of the same id or names', async () => {
    const file = `${CSV_BOM}${toCsv([
      ['nameEn', 'nameKn', 'category', 'notes', 'color', 'duration'],
      ['Fever', 'ಜ್ವರ', 'Other', 'Rest,\nand "water"', 'green', "'-5 min"],
      ['Fever', 'ಜ್ವರ', 'Other', '', 'blue', '10 min'],
      ['Cough', 'ಕೆಮ್ಮು', 'Respiratory', '', '', ''],
    ])}`;
    const items = await read(file);
    expect(items).toMatchObject([
      {
        line: 2,
        protocolLines: [2, 3],
        rows: 2,
        refusals: [],
        disease: {
          nameEn: 'Fever',
          notes: 'Rest,\nand "water"',
          protocols: [
            { color: 'green', duration: "'-5 min" },
            { color: 'blue', duration: '10 min' },
          ],
        },
      },
      { line: 4, rows: 3, disease: { nameEn: 'Cough', protocols: [] } },
    ]);
    expect(items[1]?.disease).not.toHaveProperty('descriptionEn');
  });

  it('may be split, and read, at any byte', async () => {
    const file = toCsv([
      ['id', 'nameEn', 'nameKn'],
      ['', 'Fever', 'ಜ್ವರ'],
    ]);
    for (const size of [1, 2, 3, 1_000])
      expect(await read(file, 'csv', size)).toMatchObject([{ disease: { nameKn: 'ಜ್ವರ' } }]);
  });

  it('names rows that contradict each other, and those with too many cells', async () => {
    const items = await read('nameEn,nameKn,notes\na,b,1\na,b,2\nc,d,,x\n');
    expect(items.map(({ refusals }) => refusals)).toEqual([
      [{ line: 3, field: 'notes', code: 'ROWS_DIFFER' }],
      [{ line: 4, field: '', code: 'TOO_MANY', params: { max: 3 } }],
    ]);
  });

  it.each([
    ['', 'EMPTY'],
    ['id,nameEn,nameKn\n', 'EMPTY'],
    ['name;names\n1;2\n', 'NO_HEADER'],
    ['id,nameEn,title\n1,2,3\n', 'UNKNOWN_COLUMN'],
    ['id,nameEn,nameEn\n1,2,3\n', 'UNKNOWN_COLUMN'],
    ['nameEn,nameKn\n"a,b\nc,d\n', 'UNREADABLE'],
    [Buffer.from([0x69, 0x64, 0x0a, 0xe9, 0x0a]), 'NOT_UTF8'],
    [`id\n${'a\nb\n'.repeat(MAX_IMPORT_ROWS / 2 + 1)}`, 'TOO_MANY_ROWS'],
  ])('that cannot be read says why: %#', async (file, code) => {
    await expect(read(file, 'csv', 65_536)).rejects.toMatchObject({ code });
  });
});

describe('JSON lines', () => {
  it('are read one disease each', async () => {
    const items = await read('{"nameEn":"a","protocols":[{},{}]}\n\n{"title":1}\n[]\n{', 'json');
    expect(items).toMatchObject([
      { line: 1, protocolLines: [1, 1], disease: { nameEn: 'a' }, refusals: [] },
      { line: 3, refusals: [{ line: 3, field: 'title', code: 'UNKNOWN_KEY' }] },
      { line: 4, refusals: [{ code: 'NOT_JSON' }] },
      { line: 5, refusals: [{ code: 'NOT_JSON' }] },
    ]);
  });
});
