import { readdirSync, readFileSync } from 'node:fs';
import { fromCell, toCsv } from '@ctdb/chassis';
import { MAX_PROTOCOLS, type ImportFormat } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import cases from '../../test/files/cases.json' with { type: 'json' };
import same from '../../test/files/same.json' with { type: 'json' };
import { readImportFile, readTable } from './import-file.js';
import { MAX_ITEM_REFUSALS, type ImportItem } from './import-item.js';

const { cells } = cases;
const folder = new URL('../../test/files/', import.meta.url);
const filesIn = (name: string) => readdirSync(new URL(`${name}/`, folder));

async function* chunks(bytes: Buffer, size: number) {
  for (let start = 0; start < bytes.length; start += size) {
    await Promise.resolve();
    yield bytes.subarray(start, start + size);
  }
}

const read = async (text: string | Buffer, format: ImportFormat = 'csv', size = 65_536) => {
  const bytes = Buffer.from(text as string);
  const items: ImportItem[] = [];
  const file = { format, bytes: bytes.length, open: () => chunks(bytes, size) };
  for await (const item of readImportFile(file)) items.push(item);
  return items;
};

/** A file that is stored beside the tests, as programs write it; read in pieces of a few bytes. */
const readStored = (path: string) =>
  read(readFileSync(new URL(path, folder)), path.endsWith('.xlsx') ? 'xlsx' : 'csv', 2);

describe('a table', () => {
  it.each(cells)('keeps %j, which a spreadsheet program may take for a formula', (text, cell) => {
    expect(toCsv([[text ?? '']])).toBe(`"${cell}"\r\n`);
    expect(fromCell(cell ?? '')).toBe(text);
  });

  it.each(filesIn('same'))('is the same from all programs: %s', async (name) => {
    const items = await readStored(`same/${name}`);
    expect(items.map(({ disease, refusals }) => [disease, refusals])).toEqual(same);
  });

  it('has no text where a workbook has a date, an error, a number in a format or no value', async () => {
    const items = await readStored('cells.xlsx');
    const codes = items.map(({ disease, refusals }) => disease.notes || refusals[0]?.code);
    expect(codes).toEqual(['0.3', '2', 'NOT_TEXT', 'NOT_TEXT', 'NOT_TEXT', 'NOT_TEXT']);
  });

  it.each([
    ['TOO_MANY_ROWS', Infinity, 'a'],
    ['SCATTERED', 50, 'a'.repeat(3_000_000)],
  ])('that would need too much memory is not read: %s', async (code, end, text) => {
    async function* rows() {
      await Promise.resolve();
      yield { line: 1, cells: ['id', 'notes'] };
      for (let line = 2; line < end; line += 1) yield { line, cells: [String(line % 25), text] };
    }
    const table = readTable(rows, {});
    await expect(table.next()).rejects.toMatchObject({ code });
  });

  it('keeps of a disease as much as is needed to refuse it', async () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => `a,b,${index},red\n`);
    const [item] = await read(`nameEn,nameKn,notes,color\n${rows.join('')}`);
    expect(item?.disease.protocols).toHaveLength(MAX_PROTOCOLS + 1);
    expect(item?.refusals).toHaveLength(MAX_ITEM_REFUSALS);
    const long = `a,b,${'c'.repeat(1_500_000)}\n`;
    const [large] = await read(`nameEn,nameKn,duration\n${long.repeat(4)}`);
    expect(large?.refusals).toMatchObject([{ line: 4, code: 'TOO_LONG' }]);
    expect(large?.disease.protocols).toHaveLength(3);
  });
});

it.each(filesIn('broken'))('a file that cannot be read says why: %s', async (name) => {
  const [code] = name.split('-');
  await expect(readStored(`broken/${name}`)).rejects.toMatchObject({ code });
});

it.each([
  ['csv', `sep=,\nid,nameEn\n\n"a\nb",c\n"${'c,d\n'.repeat(1_500_000)}`, { line: 5 }],
  ['json', `{}\r\n{}\r${'c'.repeat(4_200_000)}`, { line: 3 }],
  ['xlsx', 'a'.repeat(10_485_761), { max: 10_485_760 }],
] as const)('a file with too much of %s is not read', async (format, text, params) => {
  await expect(read(text, format)).rejects.toMatchObject({ params });
});

it('JSON lines lose the elements of long lists, which are refused', async () => {
  const protocols = Array.from({ length: 10_000 }, () => ({}));
  const [item] = await read(JSON.stringify({ protocols, codes: protocols }), 'json');
  expect(item?.disease.protocols).toHaveLength(MAX_PROTOCOLS + 1);
  expect(item?.refusals).toMatchObject([{ line: 1, field: 'codes', code: 'TOO_MANY' }]);
});
