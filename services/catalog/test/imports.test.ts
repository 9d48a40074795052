import { eventSpy } from '@ctdb/chassis/testing';
import {
  addHistoryEntry,
  addNote,
  cancelImport,
  CSV_BOM,
  diseaseColumns,
  diseaseEvents,
  exportHistory,
  exportNotes,
  getDisease,
  getImport,
  historyColumns,
  listImports,
  locateImportFile,
  noteColumns,
  runImport,
  startImport,
  undoImport,
} from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { RegistryProjection } from '../src/diseases/projection/registry-projection.js';
import preview from './files/preview.json' with { type: 'json' };
import { readTreatment } from './support/catalog.js';
import {
  COUGH,
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
  expect(checked).toMatchObject(preview);
  expect(await exportAll(catalog)).toBe(before);

  const losses = { code: 'IMPORT_LOSSES', params: { diseases: 1 } };
  await expect(call(runImport, { id: checked.id })).rejects.toMatchObject(losses);
  await call(runImport, { id: checked.id, losses: 'accepted' });
  const done = await waitForImport(catalog, checked.id);
  const { rowCounts, rowRanges, losses: lost } = checked;
  expect(done).toMatchObject({ status: 'completed', rowCounts, rowRanges, losses: lost });
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
  // Versions before imports stored something else in their collection.
  await catalog.mongo.collection('imports').insertOne({ createdAt: new Date() });
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
  // What was taken back may come again, but for what takes something away.
  const again = await importText(catalog, file);
  expect(again).toMatchObject({ created: 2, updated: 0, refused: 3 });
  expect(refusalsOf(again)[0]).toEqual([2, 'notes', 'WOULD_LOSE']);
});

it('an import may be cancelled before it runs, and only one runs at a time', async () => {
  const { call } = catalog;
  const { id } = await importText(catalog, COUGH, { dryRun: true });
  const imports = catalog.mongo.collection('imports');
  for (const slot of ['run', 'check:1', 'check:2'])
    await imports.insertOne({ slot, status: 'x', seenAt: new Date() });
  const running = { code: 'IMPORT_RUNNING' };
  await expect(call(runImport, { id })).rejects.toMatchObject(running);
  const second = sendImport(catalog, COUGH, { dryRun: true });
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
  const columns = [{ field: 'id' }, { header: 'title', field: '' }];
  expect(failed).toMatchObject({ status: 'failed', error: { code: 'UNKNOWN_COLUMN' }, columns });
  const { id } = await call(locateImportFile, {});
  const file = { id, format: 'csv', name: '', bytes: 5, dryRun: true } as const;
  await expect(call(startImport, file)).rejects.toMatchObject({ code: 'FILE_REQUIRED' });
  await expect(call(getImport, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('an export of history has the names of patients, and one of notes all notes', async () => {
  const { id } = await catalog.treatment();
  await catalog.call(addNote, { treatmentId: id, title: 'First', content: 'Calmer' });
  const notes = (await catalog.call(exportNotes, {})).text.split('\r\n');
  expect(notes[0]).toBe(CSV_BOM + quoted(...noteColumns));
  expect(notes[1]).toContain('"Asthma","ಅಸ್ತಮಾ","First","","Calmer","","yes","');
  await catalog.call(addHistoryEntry, { treatmentId: id, ...visit, patientName: '=Ravi' });
  const { text } = await catalog.call(exportHistory, {});
  const [header, row = ''] = text.split('\r\n');
  expect(header).toBe(CSV_BOM + quoted(...historyColumns));
  expect(row).toMatch(
    /^"[0-9a-f]{24}",.*,"2025-03-01T00:00:00.000Z","'=Ravi","","","Green light","","Improved",/,
  );
});

it('an export is the same again after its import in another installation', async () => {
  await richDisease(catalog);
  await catalog.disease();
  const before = await exportAll(catalog);
  expect(before.startsWith(CSV_BOM + quoted(...diseaseColumns))).toBe(true);
  await catalog.mongo.collection('diseases').deleteMany({});
  await catalog.mongo.collection('treatments').deleteMany({});
  expect(await importText(catalog, before)).toMatchObject({ created: 2, refused: 0 });
  expect(await exportAll(catalog)).toBe(before);
});
