import { eventSpy } from '@ctdb/chassis/testing';
import {
  addColor,
  addNote,
  cancelImport,
  deleteDisease,
  diseaseEvents,
  getDisease,
  getImport,
  listDiseases,
  listImports,
  locateImportFile,
  restoreFromTrash,
  runImport,
  startImport,
  undoImport,
  updateDisease,
} from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { RegistryProjection } from '../src/projection/registry-projection.js';
import { readTreatment } from './support/catalog.js';
import {
  csv,
  exportAll,
  idsByName,
  importText,
  namesOf,
  refusalsOf,
  richDisease,
  sendImport,
  testImports,
  waitForImport,
} from './support/imports.js';

const catalog = testImports();
const input = { nameKn: 'ಬೇರೆ', category: 'Other', notes: '' } as const;

describe('an import', () => {
  it('is previewed without a change, then creates and changes, and is undone', async () => {
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
    for (const event of [diseaseEvents.imported, diseaseEvents.importUndone])
      expect(spy.of(event)).toMatchObject([{ payload, actor: { role: 'admin' } }]);
    // What was taken back may come again.
    expect(await importText(catalog, file)).toMatchObject({ created: 2, updated: 1 });
  });

  it('finds diseases by id or by both names, and refuses what is not clear', async () => {
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

  it('takes codes as one cell, and added colors by their names', async () => {
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
    expect(await exportAll(catalog)).toContain(',Coral,Chest,');
  });

  it('is undone but for what was changed since, which it lists', async () => {
    const { call } = catalog;
    const changed = await catalog.disease({ nameEn: 'Changed' });
    const done = await importText(
      catalog,
      csv(
        'nameEn,nameKn,category,descriptionEn,descriptionKn',
        'Changed,ಅಸ್ತಮಾ,Skin,,',
        'Edited,ತಿದ್ದಿದ,Skin,,',
        'Noted,ಟಿಪ್ಪಣಿ,Skin,Light,ಬೆಳಕು',
        'Deleted,ಅಳಿಸಿದ,Skin,,',
        'Plain,ಸರಳ,Skin,Light,ಬೆಳಕು',
      ),
    );
    expect(done).toMatchObject({ created: 4, updated: 1 });
    const ids = await idsByName(catalog);
    const of = (name: string) => ids.get(name) ?? '';
    await call(updateDisease, { id: changed.id, nameEn: 'Changed', ...input });
    await call(updateDisease, { id: of('Edited'), nameEn: 'Edited', ...input });
    const { id: treatmentId } = await readTreatment(call, of('Noted'));
    await call(addNote, { treatmentId, content: 'Better' });
    await call(deleteDisease, { id: of('Deleted') });
    await call(undoImport, { id: done.id });
    const undone = await waitForImport(catalog, done.id);
    expect(undone).toMatchObject({ status: 'undone', undone: 1, kept: 4 });
    const kept = undone.keptDiseases.map(({ nameEn }) => nameEn).sort();
    expect(kept).toEqual(['Changed', 'Deleted', 'Edited', 'Noted']);
    expect(await namesOf(catalog)).toEqual(['Changed', 'Edited', 'Noted']);
    expect(await readTreatment(call, of('Noted'))).toMatchObject({ notesCount: 1 });
    await call(restoreFromTrash, { kind: 'disease', id: of('Deleted') });
    expect(await namesOf(catalog)).toContain('Deleted');
  });

  it('may be cancelled before it runs, and only one runs at a time', async () => {
    const { call } = catalog;
    const row = ['nameEn,nameKn,category', 'Cough,ಕೆಮ್ಮು,Skin'];
    const { id } = await importText(catalog, csv(...row), { dryRun: true });
    const imports = catalog.mongo.collection('imports');
    for (const slot of ['run', 'check:1', 'check:2'])
      await imports.insertOne({ slot, status: 'x', seenAt: new Date() });
    for (const start of [
      call(runImport, { id }),
      sendImport(catalog, csv(...row), { dryRun: true }),
    ])
      await expect(start).rejects.toMatchObject({ code: 'IMPORT_RUNNING' });
    await imports.deleteMany({ status: 'x' });
    const cancelled = { status: 'cancelled', created: 0, isUndoable: false };
    expect(await call(cancelImport, { id })).toMatchObject(cancelled);
    await expect(call(runImport, { id })).rejects.toMatchObject({ code: 'IMPORT_ENDED' });
    expect(await namesOf(catalog)).toEqual([]);
  });

  it('says why it cannot read a file, and takes none that is not there', async () => {
    const { call } = catalog;
    const failed = await importText(catalog, 'id,title\r\n1,2\r\n', { dryRun: true });
    expect(failed).toMatchObject({
      status: 'failed',
      error: { code: 'UNKNOWN_COLUMN', params: { column: 'title' } },
      isUndoable: false,
    });
    const { id } = await call(locateImportFile, {});
    const file = { id, format: 'csv', name: '', bytes: 5, dryRun: true } as const;
    await expect(call(startImport, file)).rejects.toMatchObject({ code: 'FILE_REQUIRED' });
    await expect(call(getImport, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
