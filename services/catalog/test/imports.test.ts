import { eventSpy } from '@ctdb/chassis/testing';
import {
  addColor,
  addHistoryEntry,
  cancelImport,
  CSV_BOM,
  deleteDisease,
  diseaseColumns,
  diseaseEvents,
  exportHistory,
  getDisease,
  getImport,
  historyColumns,
  listDiseases,
  listImports,
  locateImportFile,
  runImport,
  startImport,
  undoImport,
} from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { RegistryProjection } from '../src/projection/registry-projection.js';
import { readTreatment } from './support/catalog.js';
import {
  csv,
  exportAll,
  importText,
  namesOf,
  refusalsOf,
  richDisease,
  sendImport,
  testImports,
  waitForImport,
} from './support/imports.js';
import { visit } from './support/patients.js';

const catalog = testImports();
const quoted = (...cells: string[]) => `"${cells.join('","')}"`;

it('an import is previewed without a change, then creates and changes, and is undone', async () => {
  const { call } = catalog;
  const spy = await eventSpy(catalog.env, diseaseEvents.imported, diseaseEvents.importUndone);
  const { disease, treatment } = await richDisease(catalog, 'Fever');
  const before = await exportAll(catalog);
  const file = csv(
    'id,nameEn,nameKn,category,notes,descriptionEn,color,applicationArea,duration,frequency',
    `${disease.id},Fever,ಜ್ವರ,Digestive,Rest,Red light,red,Feet,5 min,daily`,
    ',Cough,ಕೆಮ್ಮು,Respiratory,,Warm light,,,,',
    ',Itch,ತುರಿಕೆ,Skin,,,,,,',
    ',,ಹೆಸರಿಲ್ಲ,Skin,,,,,,',
    ',Burn,ಸುಟ್ಟಗಾಯ,Fire,,,pinkish,Hand,5 min,',
  );
  const checked = await importText(catalog, file, { dryRun: true });
  const fields = ['category', 'notes', 'treatment'];
  expect(checked).toMatchObject({
    status: 'checked',
    rows: 5,
    created: 2,
    updated: 1,
    refused: 2,
    isUndoable: false,
    planned: [
      { line: 2, action: 'update', nameEn: 'Fever', fields },
      { line: 3, action: 'create', nameEn: 'Cough' },
      { line: 4, action: 'create' },
    ],
  });
  expect(refusalsOf(checked)).toEqual([
    [5, 'nameEn', 'REQUIRED'],
    [6, 'category', 'NOT_ALLOWED'],
  ]);
  expect(await exportAll(catalog)).toBe(before);

  await call(runImport, { id: checked.id });
  const done = await waitForImport(catalog, checked.id);
  expect(done).toMatchObject({ status: 'completed', created: 2, updated: 1, refused: 2 });
  expect(await namesOf(catalog)).toEqual(['Cough', 'Fever', 'Itch']);
  // A catch-up has nothing to publish.
  const steps = catalog.mongo.collection('changes');
  const published = await steps.countDocuments();
  await catalog.service.get(RegistryProjection).publishMissed();
  expect(await steps.countDocuments()).toBe(published);
  expect(await call(getDisease, { id: disease.id })).toMatchObject({ notes: 'Rest' });
  expect(await readTreatment(call, disease.id)).toMatchObject({
    id: treatment.id,
    descriptionEn: 'Red light',
    descriptionKn: 'ನೀಲಿ ಬೆಳಕು',
    translation: { needsReview: true, outdated: true },
    protocols: [{ color: 'red', applicationArea: 'Feet' }],
  });
  expect((await call(listImports, {})).items[0]).toMatchObject({ id: checked.id });
  const cancelled = call(cancelImport, { id: checked.id });
  await expect(cancelled).rejects.toMatchObject({ code: 'IMPORT_ENDED' });

  await call(undoImport, { id: checked.id });
  const undone = await waitForImport(catalog, checked.id);
  expect(undone).toMatchObject({ status: 'undone', undone: 3, kept: 0, isUndoable: false });
  expect(await exportAll(catalog)).toBe(before);
  expect(await namesOf(catalog)).toEqual(['Fever']);
  await spy.waitFor(diseaseEvents.importUndone);
  const payload = { importId: checked.id, diseases: 3 };
  for (const event of [diseaseEvents.imported, diseaseEvents.importUndone]) {
    const mine = spy.of(event).filter(({ payload: { importId } }) => importId === checked.id);
    expect(mine).toMatchObject([{ payload, actor: { role: 'admin' } }]);
  }
  // What was taken back may come again.
  expect(await importText(catalog, file)).toMatchObject({ created: 2, updated: 1 });
});

it('an import finds diseases by id or by both names, and refuses what is not clear', async () => {
  const { call } = catalog;
  const known = await catalog.disease();
  await catalog.disease({ nameEn: 'Twin', nameKn: 'ಅವಳಿ' });
  await catalog.disease({ nameEn: 'Twin', nameKn: 'ಅವಳಿ' });
  const gone = await catalog.disease({ nameEn: 'Gone' });
  await call(deleteDisease, { id: gone.id });
  const fresh = 'ab'.repeat(12);
  const done = await importText(
    catalog,
    csv(
      'id,nameEn,nameKn,category',
      ',Asthma,ಅಸ್ತಮಾ,Other',
      `${known.id.toUpperCase()},Asthma,ಅಸ್ತಮಾ,Skin`,
      ',Twin,ಅವಳಿ,Other',
      `${gone.id},Gone,ಅಸ್ತಮಾ,Other`,
      `${fresh},New,ಹೊಸ,Other`,
      'not-an-id,New,ಹೊಸ,Other',
    ),
  );
  expect(done).toMatchObject({ created: 1, updated: 1, refused: 4 });
  expect(refusalsOf(done)).toEqual([
    [3, 'id', 'DUPLICATE_ROW'],
    [4, 'nameEn', 'AMBIGUOUS_NAMES'],
    [5, 'id', 'IN_TRASH'],
    [7, 'id', 'WRONG_FORMAT'],
  ]);
  expect(await call(getDisease, { id: known.id })).toMatchObject({ category: 'Other' });
  expect(await call(getDisease, { id: fresh })).toMatchObject({ nameEn: 'New', version: 1 });
});

it('an import takes codes as one cell, and added colors by their names', async () => {
  const { call } = catalog;
  const coral = await call(addColor, { nameEn: 'Coral', nameKn: 'ಹವಳ', value: '#ff7f50' });
  const done = await importText(
    catalog,
    csv(
      'nameEn,nameKn,category,codes,color,applicationArea,duration,frequency',
      'Fever,ಜ್ವರ,Other,icd-10: r509; ICD-11 MG26,CORAL,Chest,5 min,daily',
      'Cough,ಕೆಮ್ಮು,Other,ICD-9 1,Blue,Chest,5 min,daily',
      'Itch,ತುರಿಕೆ,Skin,,mauve,Hand,5 min,daily',
    ),
  );
  expect(refusalsOf(done)).toEqual([
    [3, 'codes', 'NOT_ALLOWED'],
    [4, 'color', 'NOT_ALLOWED'],
  ]);
  const [fever] = (await call(listDiseases, {})).items;
  expect(fever?.codes).toEqual([
    { system: 'ICD-10', code: 'R50.9' },
    { system: 'ICD-11', code: 'MG26' },
  ]);
  expect(await readTreatment(call, fever?.id ?? '')).toMatchObject({
    protocols: [{ color: coral.id, colorLook: { nameEn: 'Coral' } }],
  });
  expect(await exportAll(catalog)).toContain(',"Coral","Chest",');
});

it('an import may be cancelled before it runs, and only one runs at a time', async () => {
  const { call } = catalog;
  const row = ['nameEn,nameKn,category', 'Cough,ಕೆಮ್ಮು,Skin'];
  const { id } = await importText(catalog, csv(...row), { dryRun: true });
  const imports = catalog.mongo.collection('imports');
  for (const slot of ['run', 'check:1', 'check:2'])
    await imports.insertOne({ slot, status: 'x', seenAt: new Date() });
  const running = { code: 'IMPORT_RUNNING' };
  await expect(call(runImport, { id })).rejects.toMatchObject(running);
  const second = sendImport(catalog, csv(...row), { dryRun: true });
  await expect(second).rejects.toMatchObject(running);
  await imports.deleteMany({ status: 'x' });
  const cancelled = { status: 'cancelled', created: 0, isUndoable: false };
  expect(await call(cancelImport, { id })).toMatchObject(cancelled);
  await expect(call(runImport, { id })).rejects.toMatchObject({ code: 'IMPORT_ENDED' });
  expect(await namesOf(catalog)).toEqual([]);
});

it('an import says why it cannot read a file, and takes none that is not there', async () => {
  const { call } = catalog;
  const failed = await importText(catalog, 'id,title\r\n1,2\r\n', { dryRun: true });
  const error = { code: 'UNKNOWN_COLUMN', params: { column: 'title' } };
  expect(failed).toMatchObject({ status: 'failed', error, isUndoable: false });
  const { id } = await call(locateImportFile, {});
  const file = { id, format: 'csv', name: '', bytes: 5, dryRun: true } as const;
  await expect(call(startImport, file)).rejects.toMatchObject({ code: 'FILE_REQUIRED' });
  await expect(call(getImport, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('an export has a row for each protocol, and one for a disease without', async () => {
  const { disease } = await richDisease(catalog);
  const plain = await catalog.disease();
  const text = await exportAll(catalog);
  const keys = [disease.id, `'=Fever, ""high""`, 'ಜ್ವರ', 'Respiratory'];
  const texts = ["''Line 1\n-Line 2", 'ICD-10 R50.9; ICD-11 MG26', "'@ blue light", 'ನೀಲಿ ಬೆಳಕು'];
  const green = ['green', 'Chest', '', "'+10 min", '೧೦ ನಿಮಿಷ', 'daily', ''];
  const blue = ['', '', '', '', '', 'blue', 'Chest', '', "'+10 min", '', 'daily', ''];
  const rows = csv(quoted(...keys, ...texts, 'libretranslate', ...green), quoted(...keys, ...blue));
  const empty = Array.from({ length: 12 }, () => '');
  const plainRow = csv(quoted(plain.id, 'Asthma', 'ಅಸ್ತಮಾ', 'Respiratory', ...empty));
  // Ordered by id.
  const ordered = [rows, plainRow].sort().join('');
  expect(text).toBe(`${CSV_BOM}${csv(quoted(...diseaseColumns))}${ordered}`);
});

it('an export of history has the names of patients', async () => {
  const { id } = await catalog.treatment();
  await catalog.call(addHistoryEntry, { treatmentId: id, ...visit, patientName: '=Ravi' });
  const { text } = await catalog.call(exportHistory, {});
  const [header, row = ''] = text.split('\r\n');
  expect(header).toBe(CSV_BOM + quoted(...historyColumns));
  expect(row).toMatch(
    /^"[0-9a-f]{24}",.*,"2025-03-01T00:00:00.000Z","'=Ravi","Green light","","Improved",/,
  );
});

it.each(['csv', 'json'] as const)(
  'an export as %s is the same again after its import',
  async (format) => {
    await richDisease(catalog);
    await catalog.disease();
    const before = await exportAll(catalog, format);
    const nothing = { status: 'completed', created: 0, updated: 0, unchanged: 2, refused: 0 };
    expect(await importText(catalog, before, { format })).toMatchObject(nothing);
    expect(await exportAll(catalog, format)).toBe(before);
    // As in another installation.
    await catalog.mongo.collection('diseases').deleteMany({});
    await catalog.mongo.collection('treatments').deleteMany({});
    expect(await importText(catalog, before, { format })).toMatchObject({ created: 2, refused: 0 });
    expect(await exportAll(catalog, format)).toBe(before);
  },
);
