import { fromCell, toCsv } from '@ctdb/chassis';
import { CSV_BOM, MAX_PROTOCOLS } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { MAX_ITEM_REFUSALS, readImportFile, type ImportItem } from './import-file.js';

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
  it('keeps every text, those that a spreadsheet program takes for formulas too', async () => {
    const marks = fc.constantFrom('', ...`=+-@'\t\r"\n ;＝－`);
    const parts = fc.tuple(marks, marks, fc.string({ unit: 'grapheme' }));
    const text = parts.map((each) => each.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1 }), async (notes) => {
        const rows = notes.map((each, index) => [`a${index}`, 'b', each]);
        const items = await read(toCsv([['nameEn', 'nameKn', 'notes'], ...rows]));
        expect(items.map(({ disease }) => disease.notes)).toEqual(notes);
      }),
    );
    const signs = ['=1', '+1', '-1', '@a', '＝1', '＋1', '－1', '＠a', '\ta', '\ra', "'a"];
    const formulas = [...signs, ' =1', '\n\u00a0@a', ' \ta'];
    const others = ['', 'a=1', "it's", ' a', 'a;=1'];
    expect(toCsv([formulas, others])).toBe(
      `"'${formulas.join(`","'`)}"\r\n"${others.join('","')}"\r\n`,
    );
    expect(["'=1", "''a", "'a", 'a'].map(fromCell)).toEqual(['=1', "'a", "'a", 'a']);
  });

  it('is read with one disease for the rows of the same id or names', async () => {
    const notes = 'Rest,\nand "water"';
    const file = `${CSV_BOM}${toCsv([
      ['nameEn', 'nameKn', 'category', 'notes', 'color', 'duration'],
      ['Fever', 'ಜ್ವರ', 'Other', notes, 'green', "'-5 min"],
      ['Fever', 'ಜ್ವರ', 'Other', '', 'blue', '10 min'],
      ['Cough', 'ಕೆಮ್ಮು', 'Respiratory', '', '', ''],
    ])}`;
    const items = await read(file);
    const protocols = [
      { color: 'green', duration: "'-5 min" },
      { color: 'blue', duration: '10 min' },
    ];
    const disease = { nameEn: 'Fever', notes, protocols };
    expect(items).toMatchObject([
      { line: 2, protocolLines: [2, 3], rows: 2, refusals: [], disease },
      { line: 4, rows: 3, disease: { nameEn: 'Cough', protocols: [] } },
    ]);
    expect(items[1]?.disease).not.toHaveProperty('descriptionEn');
  });

  it('may be split, and read, at any byte', async () => {
    for (const size of [1, 2, 3, 1_000]) {
      const items = await read('id,nameEn,nameKn\n,Fever,ಜ್ವರ\n', 'csv', size);
      expect(items).toMatchObject([{ disease: { nameKn: 'ಜ್ವರ' } }]);
    }
  });

  it('names rows that contradict each other, and those with too many cells', async () => {
    const items = await read('nameEn,nameKn,notes\na,b,1\na,b,2\nc,d,,x\n');
    expect(items.map(({ refusals }) => refusals)).toEqual([
      [{ line: 3, field: 'notes', code: 'ROWS_DIFFER' }],
      [{ line: 4, field: '', code: 'TOO_MANY', params: { max: 3 } }],
    ]);
  });

  it('of one disease without an end is not read into memory', async () => {
    let count = 0;
    async function* endless() {
      for (; count < 100; count += 1) {
        await Promise.resolve();
        yield Buffer.from(count === 0 ? 'nameEn,notes,color\n' : 'a,b,red\n'.repeat(10_000));
      }
    }
    const reading = async () => {
      for await (const item of readImportFile(endless(), 'csv')) expect(item).toBeUndefined();
    };
    await expect(reading()).rejects.toMatchObject({ code: 'TOO_MANY_ROWS' });
    expect(count).toBeLessThan(40);
  });

  it('keeps of a disease as much as is needed to refuse it', async () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => `a,b,${index},red\n`);
    const [item] = await read(`nameEn,nameKn,notes,color\n${rows.join('')}`);
    expect(item?.disease.protocols).toHaveLength(MAX_PROTOCOLS + 1);
    expect(item?.refusals).toHaveLength(MAX_ITEM_REFUSALS);
    const long = `a,b,${'c'.repeat(1_500_000)}\n`;
    const [large] = await read(`nameEn,nameKn,duration\n${long.repeat(6)}`, 'csv', 65_536);
    expect(large?.refusals).toMatchObject([{ line: 4, code: 'TOO_LONG' }]);
    expect(large?.disease.protocols).toHaveLength(3);
  });

  it.each([
    ['', 'EMPTY'],
    ['id,nameEn,nameKn\n', 'EMPTY'],
    ['name;names\n1;2\n', 'NO_HEADER'],
    ['id,nameEn,title\n1,2,3\n', 'UNKNOWN_COLUMN'],
    ['id,nameEn,nameEn\n1,2,3\n', 'UNKNOWN_COLUMN'],
    [Buffer.from([0x69, 0x64, 0x0a, 0xe9, 0x0a]), 'NOT_UTF8'],
  ])('that cannot be read says why: %#', async (file, code) => {
    await expect(read(file, 'csv', 65_536)).rejects.toMatchObject({ code });
  });
});

describe('a row without an end', () => {
  it.each([
    ['csv', 'nameEn,nameKn\n\n"a\nb",c\n"a,b\nc,d\n', 4],
    ['csv', `nameEn,nameKn\na,b\n"${'c,d\n'.repeat(1_500_000)}`, 3],
    ['json', `{}\n{}\n${'c'.repeat(4_200_000)}`, 3],
  ] as const)('is named: %#', async (format, file, line) => {
    await expect(read(file, format, 65_536)).rejects.toMatchObject({
      code: 'UNREADABLE',
      params: { line },
    });
  });
});

describe('JSON lines', () => {
  it('lose the elements of long lists, which are refused', async () => {
    const protocols = Array.from({ length: 10_000 }, () => ({}));
    const lines = [{ protocols }, { codes: protocols }].map((each) => JSON.stringify(each));
    const [first, second] = await read(lines.join('\n'), 'json', 65_536);
    expect(first?.disease.protocols).toHaveLength(MAX_PROTOCOLS + 1);
    expect(first?.protocolLines).toHaveLength(MAX_PROTOCOLS + 1);
    expect(second?.refusals).toMatchObject([{ line: 2, field: 'codes', code: 'TOO_MANY' }]);
  });

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
