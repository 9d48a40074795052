import { toCsv, toObjectId } from '@ctdb/chassis';
import { diseaseColumns } from '@ctdb/contracts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import file from '../../test/files/cases.json' with { type: 'json' };
import { common, registries, type Stored } from '../../test/support/registries.js';
import type { StoredColorLook } from '../records/treatment.record.js';
import { readImportFile, type FoundTable, type ImportFile } from './import-file.js';
import type { ImportItem } from './import-item.js';
import type { ImportWriter } from './import-writer.js';
import { Importer } from './importer.js';
import { accountRows } from './import-progress.js';
import { toRows, toTransfer } from './transfer-rows.js';

const coral = file.looks[2] as { color: string; colorLook: StoredColorLook };

type Options = Partial<Pick<ImportFile, 'format' | 'columns'>> & { refusesLosses?: boolean };

/** Plans the import of a file into a registry. */
const plan = async (
  registry: readonly Stored[],
  text: string,
  { format = 'csv', refusesLosses = false, columns }: Options = {},
) => {
  const bytes = Buffer.from(text);
  const diseases = registry.map(({ disease }) => disease);
  const writer: Partial<ImportWriter> = {
    addedColors: async () => ({
      looks: new Map([[coral.color, coral.colorLook]]),
      ids: new Map([['coral', coral.color]]),
    }),
    names: async function* () {
      yield* diseases.filter(({ deletedAt }) => !deletedAt);
    },
    findDiseases: async () => diseases,
    findTreatments: async () => registry.flatMap(({ treatment }) => treatment ?? []),
  };
  const id = toObjectId(coral.color);
  const importer = await Importer.create(id, writer as ImportWriter, { refusesLosses });
  const items: ImportItem[] = [];
  let found: FoundTable | undefined;
  const file = {
    format,
    bytes: bytes.length,
    columns,
    onTable: async (table: FoundTable) => void (found = table),
    open: async function* () {
      yield bytes;
    },
  };
  for await (const item of readImportFile(file)) items.push(item);
  const plans = await importer.plan(items);
  return { found, plans, ranges: accountRows(items, plans).ranges };
};

const withIds = ({ _id, ...fields }: { _id: string }) => ({
  ...common,
  ...fields,
  _id: toObjectId(_id),
});
const registry = file.registry.map(({ disease, treatment }) => ({
  disease: withIds(disease),
  treatment: treatment && {
    ...withIds(treatment),
    diseaseId: toObjectId(treatment.diseaseId),
    protocols: treatment.protocols.map(withIds),
  },
})) as unknown as Stored[];

it.each(file.cases)('an import of $name', async ({ name, rows, text, plans, ...more }) => {
  const { found, ranges, ...options } = more;
  const lines = (text ?? [file.header, ...rows]).join('\n');
  const planned = await plan(registry, lines, options as Options);
  const expected = { plans, ...(found && { found }), ...(ranges && { ranges }) };
  expect(JSON.parse(JSON.stringify(planned)), name).toMatchObject(expected);
});

it('an export has a row for each protocol, and one for a disease without', () => {
  const [first, second] = registry.map(({ disease, treatment }) =>
    toRows(toTransfer(disease, treatment)),
  );
  const isExpected = diseaseColumns.map((name) => file.export[0]?.includes(`"${name}"`));
  const rows = [diseaseColumns, ...(first ?? []), ...(second ?? [])].map((row: readonly string[]) =>
    row.filter((_, at) => isExpected[at]),
  );
  expect(toCsv(rows)).toBe(`${file.export.join('\r\n')}\r\n`);
});

it('an export, shuffled, is no change: 200 registries', async () => {
  const ends = fc.constantFrom('\r\n', '\n', '\r');
  await fc.assert(
    fc.asyncProperty(registries, fc.boolean(), fc.gen(), async (stored, isCsv, draw) => {
      const all = stored.map((each) => toTransfer(each.disease, each.treatment));
      const rows = isCsv
        ? all.flatMap(toRows).map((row) => toCsv([row]).slice(0, -2))
        : all.map((each) => JSON.stringify(each));
      const shuffled = draw(fc.shuffledSubarray, rows, { minLength: rows.length });
      const lines = shuffled.map((row) => row + draw(() => ends));
      const head = isCsv ? toCsv([diseaseColumns]) : '';
      const format = isCsv ? 'csv' : 'json';
      const { plans } = await plan(stored, head + lines.join(''), { format });
      expect(plans).toEqual(stored.map(() => ({ kind: 'unchanged' })));
    }),
    { numRuns: 200, seed: 33 },
  );
});
