import { fromCell, toCsv } from '@ctdb/chassis';
import { CSV_BOM, MAX_PROTOCOLS, type ImportColumn, type ImportFormat } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { workbook, zip } from '../../test/support/workbook.js';
import { readImportFile, type FoundTable } from './import-file.js';
import { MAX_ITEM_REFUSALS, type ImportItem } from './import-item.js';
import { readTable } from './import-table.js';

async function* chunks(bytes: Buffer, size: number) {
  for (let start = 0; start < bytes.length; start += size) {
    await Promise.resolve();
    yield bytes.subarray(start, start + size);
  }
}

const read = async (
  text: string | Buffer,
  format: ImportFormat = 'csv',
  size = 7,
  columns?: ImportColumn[],
) => {
  const bytes = Buffer.from(text as string);
  const items: ImportItem[] = [];
  const file = { format, bytes: bytes.length, open: () => chunks(bytes, size), columns };
  for await (const item of readImportFile(file)) items.push(item);
  return items;
};

const [head, one, two] = [
  'nameEn,nameKn,category,notes,color,applicationArea,duration,frequency',
  'CsvT One,ಒಂದು,Other,n1,green,Head,10 min,daily',
  'CsvT Two,ಎರಡು,Other,n2,blue,Chest,5 min,daily',
];
const lines = [head, one, two];
const withTabs = `${lines.join('\r\n')}\r\n`.replaceAll(',', '\t');

describe('a table', () => {
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

  it.each([
    ['commas', lines.join('\r\n')],
    ['semicolons', `${lines.join('\r\n').replaceAll(',', ';')}\r\n`],
    ['tabs, in UTF-16', Buffer.from(`${CSV_BOM}${withTabs}`, 'utf16le')],
    ['tabs, in the other UTF-16', Buffer.from(`${CSV_BOM}${withTabs}`, 'utf16le').swap16()],
    ['a line that names the separator', `sep=|\r\n${lines.join('\r\n').replaceAll(',', '|')}\r\n`],
    ['commas at the end', lines.map((line) => `${line},,\r\n`).join('')],
    ['all line ends, blank rows and blank cells', `\n${head}\r${one}\r\n\n,,\r\r${two}\n`],
    [
      'headers of people',
      `name_en,Kannada name,CATEGORY,ಟಿಪ್ಪಣಿಗಳು,Colour,Where to apply,ಅವಧಿ (ಇಂಗ್ಲಿಷ್),How often\n${one}\n${two}`,
    ],
    ['a workbook', workbook(lines.map((line) => line.split(',')))],
  ])('is read with %s', async (name, file) => {
    const items = await read(file, name === 'a workbook' ? 'xlsx' : 'csv', 2);
    const protocol = (color: string, applicationArea: string, duration: string) => [
      { color, applicationArea, duration, frequency: 'daily' },
    ];
    expect(items.map(({ disease, refusals }) => [disease, refusals])).toEqual([
      [
        {
          nameEn: 'CsvT One',
          nameKn: 'ಒಂದು',
          category: 'Other',
          notes: 'n1',
          protocols: protocol('green', 'Head', '10 min'),
        },
        [],
      ],
      [
        {
          nameEn: 'CsvT Two',
          nameKn: 'ಎರಡು',
          category: 'Other',
          notes: 'n2',
          protocols: protocol('blue', 'Chest', '5 min'),
        },
        [],
      ],
    ]);
  });

  it('has one disease for the rows of the same id or names, wherever they stand', async () => {
    const notes = 'Rest,\nand "water"';
    const file = `${CSV_BOM}${toCsv([
      ['nameEn', 'nameKn', 'category', 'notes', 'color', 'duration'],
      ['Fever', 'ಜ್ವರ', 'other', '', 'blue', '10 min'],
      ['Cough', 'ಕೆಮ್ಮು', 'Mental  health ', '', '', ''],
      ['Fever', 'ಜ್ವರ', 'OTHER', notes, 'green', "'-5 min"],
    ])}`;
    const items = await read(file);
    const protocols = [
      { color: 'blue', duration: '10 min' },
      { color: 'green', duration: "'-5 min" },
    ];
    expect(items).toMatchObject([
      { line: 3, lines: [3], disease: { category: 'Mental Health', protocols: [] } },
      {
        line: 2,
        lines: [2, 4],
        protocolLines: [2, 4],
        progress: 1,
        refusals: [],
        disease: { nameEn: 'Fever', category: 'Other', notes, protocols },
      },
    ]);
    expect(items[0]?.disease).not.toHaveProperty('descriptionEn');
  });

  it('has the columns that the request names, and shows them', async () => {
    let found: FoundTable | undefined;
    const bytes = Buffer.from('Title,x,y\nFever,ಜ್ವರ,z\n');
    const columns: ImportColumn[] = ['nameEn', 'nameKn', '-'];
    const onTable = async (table: FoundTable) => void (found = table);
    const file = {
      format: 'csv',
      bytes: 22,
      open: () => chunks(bytes, 9),
      columns,
      onTable,
    } as const;
    for await (const { disease } of readImportFile(file))
      expect(disease).toEqual({ nameEn: 'Fever', nameKn: 'ಜ್ವರ' });
    const headers = ['Title', 'x', 'y'].map((header, index) => ({ header, field: columns[index] }));
    expect(found).toEqual({ columns: headers });
  });

  it('names rows that contradict each other, those with too many cells, and cells without a text', async () => {
    const items = await read('nameEn,nameKn,notes\na,b,1\na,b,2\nc,d,,x\n');
    expect(items.map(({ refusals }) => refusals)).toEqual([
      [{ line: 3, field: 'notes', code: 'ROWS_DIFFER', value: '2' }],
      [{ line: 4, field: '', code: 'TOO_MANY', params: { max: 3 }, value: 'x' }],
    ]);
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    const names = text('a') + text('b');
    const sheet = [
      text('nameEn') + text('nameKn') + text('notes'),
      `${names}<c><f>1+1</f><v>2</v></c>`,
      `${text('0.3')}${text('b')}<c><v>0.30000000000000004</v></c>`,
      ...['<c s="1"><v>1</v></c>', '<c t="e"><v>#N/A</v></c>', '<c><f>A1</f></c>'].map(
        (cell, index) => `<c t="str"><v>${index}</v></c>${text('b')}${cell}`,
      ),
    ];
    const cells = await read(
      workbook(
        sheet.map((each) => [each]),
        true,
      ),
      'xlsx',
    );
    expect(cells.map(({ disease, refusals }) => disease.notes || refusals)).toEqual([
      '2',
      '0.3',
      ...[4, 5, 6].map((line) => [{ line, field: 'notes', code: 'NOT_TEXT' }]),
    ]);
  });

  it('of one disease without an end is not read into memory', async () => {
    let count = 0;
    async function* open() {
      for (; count < 100; count += 1) {
        await Promise.resolve();
        yield Buffer.from(count === 0 ? 'nameEn,notes,color\n' : 'a,b,red\n'.repeat(10_000));
      }
    }
    const reading = async () => {
      for await (const item of readImportFile({ format: 'csv', bytes: 1, open }))
        expect(item).toBeUndefined();
    };
    await expect(reading()).rejects.toMatchObject({ code: 'TOO_MANY_ROWS' });
    expect(count).toBeLessThan(40);
  });

  it('whose diseases are too scattered to hold them is refused', async () => {
    async function* rows() {
      yield { line: 1, cells: ['id', 'notes'] };
      for (let line = 2; line < 50; line += 1)
        yield { line, cells: [String(line % 25), 'a'.repeat(3_000_000)] };
      await Promise.resolve();
    }
    const table = readTable({ rows, chosen: undefined, onColumns: () => undefined });
    await expect(table.next()).rejects.toMatchObject({ code: 'SCATTERED' });
  });

  it('keeps of a disease as much as is needed to refuse it', async () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => `a,b,${index},red\n`);
    const [item] = await read(`nameEn,nameKn,notes,color\n${rows.join('')}`);
    expect(item?.disease.protocols).toHaveLength(MAX_PROTOCOLS + 1);
    expect(item?.refusals).toHaveLength(MAX_ITEM_REFUSALS);
    const long = `a,b,${'c'.repeat(1_500_000)}\n`;
    const [large] = await read(`nameEn,nameKn,duration\n${long.repeat(4)}`, 'csv', 65_536);
    expect(large?.refusals).toMatchObject([{ line: 4, code: 'TOO_LONG' }]);
    expect(large?.disease.protocols).toHaveLength(3);
  });
});

describe('a file that cannot be read', () => {
  it.each([
    ['csv', '', { code: 'EMPTY' }],
    ['csv', 'id,nameEn,nameKn\n', { code: 'EMPTY' }],
    ['csv', 'name;names\n1;2\n', { code: 'UNKNOWN_COLUMN', params: { column: 'names' } }],
    ['csv', 'first;second\n1;2\n', { code: 'NO_HEADER' }],
    ['csv', 'id,nameEn,title\n1,2,3\n', { code: 'UNKNOWN_COLUMN' }],
    ['csv', 'id,nameEn,English name\n1,2,3\n', { code: 'UNKNOWN_COLUMN' }],
    ['csv', Buffer.from([0x69, 0x64, 0x0a, 0xe9, 0x0a]), { code: 'NOT_UTF8' }],
    ['csv', Buffer.from(withTabs, 'utf16le'), { code: 'NOT_UTF8' }],
    ['csv', 'nameEn,nameKn\n\n"a\nb",c\n"a,b\nc,d\n', { code: 'UNREADABLE', params: { line: 4 } }],
    ['csv', `sep=,\nid,nameEn\na,b\n"${'c,d\n'.repeat(1_500_000)}`, { params: { line: 4 } }],
    ['json', `{}\r\n{}\r${'c'.repeat(4_200_000)}`, { code: 'UNREADABLE', params: { line: 3 } }],
    ['xlsx', 'PK', { code: 'NO_WORKBOOK' }],
    ['xlsx', zip({ a: 'b' }), { code: 'NO_WORKBOOK' }],
    // The second one has more than it says.
    ['xlsx', zip({ a: 'b' }, 300_000_000), { code: 'TOO_LARGE' }],
    ['xlsx', zip({ '_rels/.rels': 'b'.repeat(1_000) }, 10), { code: 'NO_WORKBOOK' }],
    ['xlsx', Buffer.alloc(10_485_761), { code: 'TOO_LARGE' }],
  ] as const)('says why: %s %#', async (format, file, error) => {
    await expect(read(file, format, 65_536)).rejects.toMatchObject(error);
  });
});

describe('JSON lines', () => {
  it('lose the elements of long lists, which are refused', async () => {
    const protocols = Array.from({ length: 10_000 }, () => ({}));
    const codes = Array.from({ length: 10_000 }, () => ({ system: 'ICD-10', code: 'A00' }));
    const [item] = await read(JSON.stringify({ protocols, codes }), 'json', 65_536);
    expect(item?.disease.protocols).toHaveLength(MAX_PROTOCOLS + 1);
    expect(item?.refusals).toMatchObject([{ field: 'codes', code: 'TOO_MANY' }]);
  });

  it('are read one by one, and named where they are no disease', async () => {
    const items = await read(
      '{"nameEn":"a","category":"SKIN","protocols":[{},{}]}\r\n\n{"title":1}\r[]\n{',
      'json',
    );
    expect(items).toMatchObject([
      { line: 1, protocolLines: [1, 1], disease: { category: 'Skin' }, refusals: [] },
      { line: 3, refusals: [{ line: 3, field: 'title', code: 'UNKNOWN_KEY' }] },
      { line: 4, refusals: [{ code: 'NOT_JSON', value: '[]' }] },
      { line: 5, refusals: [{ code: 'NOT_JSON' }] },
    ]);
  });
});
