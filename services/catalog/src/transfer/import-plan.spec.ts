import { toCsv, toObjectId } from '@ctdb/chassis';
import {
  categories,
  diseaseColumns,
  diseaseInput,
  type ImportFormat,
  protocolInput,
  type RowRange,
} from '@ctdb/contracts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { workbook } from '../../test/support/workbook.js';
import type { DiseaseRecord } from '../diseases/disease.record.js';
import type { StoredProtocol, TreatmentRecord } from '../treatments/treatment.records.js';
import { readImportFile } from './import-file.js';
import type { ImportItem } from './import-item.js';
import type { Plan } from './import-plan.js';
import type { ImportWriter } from './import-writer.js';
import { Importer } from './importer.js';
import { accountRows } from './row-ranges.js';
import { toRows, toTransfer } from './transfer-rows.js';

interface Registry {
  disease: DiseaseRecord;
  treatment?: TreatmentRecord | undefined;
}

const coral = { nameEn: 'Coral', nameKn: 'ಹವಳ', value: '#ff7f50' };
const coralId = 'c0'.repeat(12);
const idOf = (index: number) => toObjectId(index.toString(16).padStart(24, '0'));

const writerOf = (registry: readonly Registry[]): ImportWriter => {
  const added = { looks: new Map([[coralId, coral]]), ids: new Map([['coral', coralId]]) };
  const diseases = registry.map(({ disease }) => disease);
  const treatments = registry.flatMap(({ treatment }) => treatment ?? []);
  const isOne = (ids: readonly unknown[], id: unknown) => ids.map(String).includes(String(id));
  return {
    addedColors: async () => added,
    names: async function* () {
      yield* diseases.filter(({ deletedAt }) => !deletedAt);
    },
    findDiseases: async (ids) => diseases.filter(({ _id }) => isOne(ids, _id)),
    findTreatments: async (ids) => treatments.filter(({ diseaseId }) => isOne(ids, diseaseId)),
  } as Partial<ImportWriter> as ImportWriter;
};

const plan = async (
  registry: readonly Registry[],
  file: string | Buffer,
  format: ImportFormat = 'csv',
  refusesLosses = false,
): Promise<{ plans: Plan[]; rows: RowRange[] }> => {
  const bytes = Buffer.from(file as string);
  const open = async function* () {
    yield bytes;
  };
  const items: ImportItem[] = [];
  for await (const item of readImportFile({ format, bytes: bytes.length, open })) items.push(item);
  const importer = await Importer.create(idOf(1), writerOf(registry), { refusesLosses });
  const plans = await importer.plan(items);
  return { plans, rows: accountRows(items, plans).ranges };
};

const disease = (index: number, fields: Partial<DiseaseRecord>) =>
  ({
    _id: idOf(index),
    nameEn: 'Migraine',
    nameKn: 'ಮೈಗ್ರೇನ್',
    category: 'Neurological',
    notes: '',
    version: 1,
    deletedAt: null,
    createdAt: new Date(0),
    updatedAt: new Date(0),
    ...fields,
  }) as DiseaseRecord;
const protocol = (index: number, fields: Partial<StoredProtocol>) =>
  ({
    _id: idOf(index),
    color: 'blue',
    applicationArea: 'Head',
    duration: '9 min',
    frequency: 'daily',
    createdAt: new Date(0),
    ...fields,
  }) as StoredProtocol;
const treatment = (index: number, fields: Partial<TreatmentRecord>) =>
  ({
    _id: idOf(index),
    diseaseId: idOf(index),
    descriptionEn: 'Blue light for the head.',
    descriptionKn: 'ತಲೆಗೆ ನೀಲಿ ಬೆಳಕು.',
    translation: { needsReview: false, outdated: false },
    protocols: [],
    version: 1,
    ...fields,
  }) as TreatmentRecord;

const rowsOf = (registry: readonly Registry[]) =>
  registry.flatMap((each) => toRows(toTransfer(each.disease, each.treatment)));

const signs = [
  '=',
  "'",
  '"',
  ',',
  ';',
  '\n',
  '\r\n',
  '\r',
  '\t',
  '??',
  '\u200d',
  'ಕ್ಷ',
  'ಱ್ಁ',
  'é',
  '_x000D_',
  '<&',
];
const text = (max: number) =>
  fc
    .array(fc.oneof(fc.constantFrom(...signs), fc.string({ unit: 'grapheme', maxLength: 8 })), {
      maxLength: 8,
    })
    .map((parts) => `${parts.join('').replaceAll(/\p{Cc}(?<![\t\r\n])/gu, '')}`.slice(0, max))
    .map((each) => each.toWellFormed().normalize('NFC').trim());
const filled = text(200).filter((each) => each !== '');
const diseases = fc.record({
  nameEn: filled,
  nameKn: filled,
  category: fc.constantFrom(...categories),
  notes: text(500),
  codes: fc
    .subarray([
      { system: 'ICD-10', code: 'G43.9' },
      { system: 'ICD-11', code: '8A80' },
    ] as const)
    .map((codes) => [...codes]),
});
const protocols = fc.record({
  color: fc.constantFrom('blue', 'green', coralId),
  applicationArea: filled,
  applicationAreaKn: text(200),
  duration: filled,
  durationKn: text(200),
  frequency: filled,
  frequencyKn: text(200),
});
const treatments = fc.record({
  descriptionEn: filled,
  descriptionKn: filled,
  translation: fc.constantFrom(
    { needsReview: false, outdated: false },
    { needsReview: false, outdated: true },
    { needsReview: true, outdated: false, engine: 'libretranslate', translatedAt: new Date(0) },
  ),
  protocols: fc.array(protocols, { maxLength: 6 }),
});
const registries = fc
  .array(fc.tuple(diseases, fc.option(treatments)), { minLength: 1, maxLength: 8 })
  .map((all) =>
    all.map(([fields, treated], index): Registry => {
      expect(diseaseInput.parse(fields)).toEqual(fields);
      const stored = treated?.protocols.map((each, place) => {
        expect(protocolInput.parse(each)).toEqual(each);
        const look = each.color === coralId && { colorLook: coral };
        return protocol(100 * index + place, { ...each, ...look });
      });
      const own = treated && treatment(index, { ...treated, protocols: stored ?? [] });
      return { disease: disease(index, fields), treatment: own ?? undefined };
    }),
  );

const toCell = (text: string) =>
  toCsv([[text]])
    .slice(1, -3)
    .replaceAll('""', '"');

it('an export, shuffled, is no change: 200 registries', async () => {
  const formats = fc.constantFrom<ImportFormat[]>('csv', 'json', 'xlsx');
  const ends = fc.constantFrom('\r\n', '\n', '\r');
  await fc.assert(
    fc.asyncProperty(
      registries,
      formats,
      fc.infiniteStream(fc.nat()),
      fc.infiniteStream(ends),
      async (registry, format, order, end) => {
        const shuffle = <T>(all: readonly T[]) =>
          all
            .map((each) => ({ each, place: order.next().value as number }))
            .sort((one, other) => one.place - other.place)
            .map(({ each }) => each);
        const rows = [[...diseaseColumns], ...shuffle(rowsOf(registry))];
        const files = {
          csv: () =>
            rows.map((row) => toCsv([row]).slice(0, -2) + String(end.next().value)).join(''),
          json: () =>
            shuffle(registry)
              .map((each) => JSON.stringify(toTransfer(each.disease, each.treatment)))
              .join('\r\n'),
          // As a spreadsheet program saves the CSV.
          xlsx: () => workbook(rows.map((row) => row.map(toCell))),
        };
        const { plans } = await plan(registry, files[format](), format);
        expect(plans).toEqual(registry.map(() => ({ kind: 'unchanged' })));
      },
    ),
    { numRuns: 200, seed: 33 },
  );
});

const migraine: Registry = {
  disease: disease(1, {
    notes: 'Avoid bright light.\nAsk for ಸೆಳವು.',
    codes: [{ system: 'ICD-10', code: 'G43' }],
  }),
  treatment: treatment(1, {
    protocols: [
      protocol(11, {}),
      protocol(12, { color: 'violet', applicationArea: 'Eyes', duration: '5 min' }),
      protocol(13, { color: 'green', applicationArea: 'Neck', frequency: 'weekly' }),
    ],
  }),
};
const id = idOf(1).toHexString();
const header =
  'id,nameEn,nameKn,category,notes,codes,descriptionEn,color,applicationArea,duration,frequency';
const table = (...rows: string[]) => [header, ...rows].join('\n');
const registry = [
  migraine,
  { disease: disease(2, { nameEn: 'Twin', nameKn: 'ಅವಳಿ' }) },
  { disease: disease(3, { nameEn: 'Twin', nameKn: 'ಅವಳಿ' }) },
  { disease: disease(4, { nameEn: 'Gone', deletedAt: new Date(0) }) },
];

it.each([
  [
    'the disease as it is',
    'unchanged',
    `${id},Migraine,ಮೈಗ್ರೇನ್,neurological,"Avoid bright light.\r\nAsk for ಸೆಳವು.",icd-10 g43,,,,,`,
    [],
  ],
  [
    'less of everything',
    'updated',
    `${id},Migraine,ಮೈಗ್ರೇನ್,Neurological,,,Blue light.,blue,Head,5 min,daily`,
    [
      ['notes', 'emptied', 'Avoid bright light.\nAsk for ಸೆಳವು.', ''],
      ['codes', 'removed', 'ICD-10 G43', ''],
      ['descriptionEn', 'shortened', 'Blue light for the head.', 'Blue light.'],
      ['protocols', 'removed', 'violet, Eyes, 5 min, daily', ''],
      ['protocols', 'removed', 'green, Neck, 9 min, weekly', ''],
    ],
  ],
  [
    'a change of one protocol',
    'updated',
    [
      ['green,Neck,10 min', 'weekly'],
      ['violet,Eyes,5 min', 'daily'],
      ['blue,Head,9 min', 'often'],
    ]
      .map(
        ([texts, often]) =>
          `${id},Migraine,ಮೈಗ್ರೇನ್,Skin,Avoid bright light. Ask for ಸೆಳವು. And rest.,ICD-10 G43,,${texts},${often}`,
      )
      .join('\n'),
    [],
  ],
])('losses are found: %s: %s', async (_, kind, row, losses) => {
  const { plans } = await plan(registry, table(row));
  expect(plans).toMatchObject([
    kind === 'unchanged'
      ? { kind }
      : {
          kind,
          losses: losses.map(([field, how, before, after]) => ({
            field,
            kind: how,
            before,
            after,
          })),
        },
  ]);
  const refused = { kind: 'refused', refusals: [{ line: 2, field: 'notes', code: 'WOULD_LOSE' }] };
  const strict = await plan(registry, table(row), 'csv', true);
  expect(strict.plans).toMatchObject([losses.length === 0 ? { kind } : refused]);
});

const allowed = { allowed: expect.arrayContaining(['Skin']) as string[], value: 'Fire' };
it.each([
  [`${id},Migraine,???????,Skin,,,,,,,`, { field: 'nameKn', code: 'TEXT_LOST', value: '???????' }],
  [
    `${id},Migraine,ಮೈಗ್ರೇನ್,Skin,Avoid bright light. Ask for ????.,,,,,,`,
    { field: 'notes', code: 'TEXT_LOST' },
  ],
  [',New,????? ???,Skin,,,,,,,', { field: 'nameKn', code: 'TEXT_LOST' }],
  [',New,\ufffd,Skin,,,,,,,', { field: 'nameKn', code: 'TEXT_LOST' }],
  [',,ಹೊಸ,Skin,,,,,,,', { field: 'nameEn', code: 'REQUIRED' }],
  [',New,ಹೊಸ,Fire,,,,,,,', { field: 'category', code: 'NOT_ALLOWED', ...allowed }],
  [',New,ಹೊಸ,Skin,,ICD-9 1,,,,,', { field: 'codes', allowed: ['ICD-10', 'ICD-11'], value: 'ICD-9' }],
  [
    ',New,ಹೊಸ,Skin,,,,mauve,Hand,5 min,daily',
    { field: 'color', allowed: expect.arrayContaining(['Coral']) as string[] },
  ],
  [',Twin,ಅವಳಿ,Skin,,,,,,,', { field: 'nameEn', code: 'AMBIGUOUS_NAMES', value: 'Twin' }],
  [`${idOf(4).toHexString()},Gone,ಮೈಗ್ರೇನ್,Skin,,,,,,,`, { field: 'id', code: 'IN_TRASH' }],
  ['not-an-id,New,ಹೊಸ,Skin,,,,,,,', { field: 'id', code: 'WRONG_FORMAT', value: 'not-an-id' }],
])('a row is refused with its value, and what is allowed: %s', async (row, refusal) => {
  const { plans } = await plan(registry, table(row));
  expect(plans).toMatchObject([{ kind: 'refused', refusals: [{ line: 2, ...refusal }] }]);
});

it('finds diseases by id or by both names, says which are called alike, and accounts for all rows', async () => {
  const fresh = 'AB'.repeat(12);
  const file = table(
    ',Migraine,ಮೈಗ್ರೇನ್,Skin,,,,,,,',
    `${fresh},New,ಹೊಸ,Skin,,icd-10: r509; ICD-11 MG26,,CORAL,Chest,5 min,daily`,
    ',Burn,ಸುಟ್ಟಗಾಯ,Skin,,,,blue,Hand,5 min,daily',
    `${id.toUpperCase()},Migraine,ಮೈಗ್ರೇನ್,Skin,,,,,,,`,
    ',Burn,ಸುಟ್ಟಗಾಯ,Fire,,,,blue,Hand,5 min,daily',
    ',migraine ,ಮೈಗ್ರೇನ್\u200d,Skin,,,,,,,',
    `${idOf(2).toHexString()},Twin,ಅವಳಿ,Neurological,,,,,,,`,
    `${fresh},,,,,,,blue,Chest,5 min,daily`,
  );
  const { plans, rows } = await plan(registry, file);
  const burn = { kind: 'refused', refusals: [{ line: 6, field: 'category', code: 'ROWS_DIFFER' }] };
  const names = { nameEn: 'Migraine', nameKn: 'ಮೈಗ್ರೇನ್' };
  expect(plans).toMatchObject([
    { kind: 'updated', change: { diseaseId: idOf(1) } },
    { kind: 'refused', refusals: [{ line: 5, code: 'DUPLICATE_ROW', params: { line: 2 } }] },
    burn,
    { kind: 'created', similar: { diseaseId: id, ...names } },
    { kind: 'unchanged' },
    {
      kind: 'created',
      similar: undefined,
      change: { diseaseId: toObjectId(fresh.toLowerCase()) },
      disease: { codes: [{ system: 'ICD-10', code: 'R50.9' }, { code: 'MG26' }] },
      treatment: { protocols: [{ color: coralId, colorLook: coral }, { color: 'blue' }] },
    },
  ]);
  expect(rows.map(({ from, to, result, because }) => [from, to, result, because])).toEqual([
    [2, 2, 'updated', undefined],
    [3, 3, 'created', undefined],
    [4, 4, 'skipped', 6],
    [5, 5, 'skipped', 2],
    [6, 6, 'refused', undefined],
    [7, 7, 'created', undefined],
    [8, 8, 'unchanged', undefined],
    [9, 9, 'created', undefined],
  ]);
});
