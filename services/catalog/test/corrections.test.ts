import { toObjectId } from '@ctdb/chassis';
import { eventSpy, passHolder } from '@ctdb/chassis/testing';
import {
  addHistoryEntry,
  addNote,
  deleteNote,
  entryEvents,
  listHistory,
  listNotes,
  publishNote,
  updateHistoryEntry,
  updateNote,
} from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { readTreatment, testCatalog, notFound, invalid, eventOf } from './support/catalog.js';
import { visit } from './support/patients.js';

const catalog = testCatalog();
describe('corrections', () => {
  const holder = () => catalog.as(passHolder('hourly', 'purchase-1'));
  const other = () => catalog.as(passHolder('hourly', 'purchase-2'));

  it('are for the author of a note and for administrators', async () => {
    const { call } = catalog;
    const { id, diseaseId } = await catalog.treatment();
    const { id: noteId } = await holder()(addNote, { treatmentId: id, content: 'Salt' });
    await call(publishNote, { id, noteId, isPublished: true });
    const seen = async (caller: typeof call) => {
      const { items } = await caller(listNotes, { id });
      expect((await readTreatment(caller, diseaseId)).notes).toEqual(items);
      return items[0]?.canEdit;
    };
    const editable = [await seen(holder()), await seen(other()), await seen(call)];
    expect(editable).toEqual([true, false, true]);
    const corrected = await holder()(updateNote, { id, noteId, content: ' No salt ', ifMatch: 2 });
    expect(corrected).toMatchObject({ content: 'No salt', title: 'New Note', version: 3 });
    expect(Date.parse(corrected.editedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    const again = await call(updateNote, { id, noteId, content: 'Less salt' });
    expect(again).toMatchObject({ content: 'Less salt', version: 4 });
    expect(await seen(holder())).toBe(true);
  });

  it('are refused with the current state where another version is there', async () => {
    const { call } = catalog;
    const { id } = await catalog.treatment();
    const added = await call(addHistoryEntry, { treatmentId: id, ...visit });
    const entry = { id, entryId: added.id, ...visit };
    expect(await call(updateHistoryEntry, { ...entry, outcome: 'Resolved' })).toMatchObject({
      outcome: 'Resolved',
      version: 2,
    });
    await expect(call(updateHistoryEntry, { ...entry, ifMatch: 1 })).rejects.toMatchObject({
      code: 'VERSION_CONFLICT',
      params: { current: { id: added.id, outcome: 'Resolved', version: 2 } },
    });
  });

  it('count from 1 where an earlier version stored none', async () => {
    const { call, mongo } = catalog;
    const { id } = await catalog.treatment();
    const { id: noteId } = await call(addNote, { treatmentId: id, content: 'x' });
    await mongo
      .collection('notes')
      .updateOne({ _id: toObjectId(noteId) }, { $unset: { version: 1 } });
    expect((await call(listNotes, { id })).items[0]?.version).toBe(1);
    const correction = { id, noteId, content: 'y', ifMatch: 1 };
    expect(await call(updateNote, correction)).toMatchObject({ content: 'y', version: 2 });
    await expect(call(updateNote, { ...correction, content: 'z' })).rejects.toMatchObject({
      code: 'VERSION_CONFLICT',
    });
  });

  it('move an entry to its new date, count its patient anew and make a sample a person’s', async () => {
    const { call, mongo } = catalog;
    const { id } = await catalog.treatment();
    await call(addHistoryEntry, { treatmentId: id, ...visit, date: '2025-03-02' });
    const { id: entryId } = await call(addHistoryEntry, { treatmentId: id, ...visit });
    const stored = () => mongo.collection('history').findOne({ _id: toObjectId(entryId) });
    await mongo
      .collection('history')
      .updateOne({ _id: toObjectId(entryId) }, { $set: { isSample: true } });
    const before = await stored();
    const same = await call(updateHistoryEntry, { id, entryId, ...visit });
    expect(same).toMatchObject({ version: 1, isSample: true });
    expect(same.editedAt).toBeUndefined();
    const changes = { date: '2025-04-01', patientName: 'Asha Rao' };
    await call(updateHistoryEntry, { id, entryId, ...visit, ...changes });
    const { items } = await call(listHistory, { id });
    expect(items[0]).toMatchObject({ id: entryId, patientName: 'Asha Rao', isSample: false });
    expect((await stored())?.['patientKey']).not.toBe(before?.['patientKey']);
  });

  it('need a patient’s name, unless the patient was erased', async () => {
    const { call, mongo } = catalog;
    const { id } = await catalog.treatment();
    const { id: entryId } = await call(addHistoryEntry, { treatmentId: id, ...visit });
    const nameless = { id, entryId, ...visit, patientName: ' ', outcome: 'Resolved' } as const;
    await expect(call(updateHistoryEntry, nameless)).rejects.toMatchObject(
      invalid('patientName', 'HISTORY_PATIENT_EMPTY'),
    );
    const erased = { patientName: '', patientKey: 'erased:1' };
    await mongo.collection('history').updateOne({ _id: toObjectId(entryId) }, { $set: erased });
    expect(await call(updateHistoryEntry, nameless)).toMatchObject({
      patientName: '',
      outcome: 'Resolved',
    });
    const stored = await mongo.collection('history').findOne({ _id: toObjectId(entryId) });
    expect(stored).toMatchObject(erased);
  });

  it('find nothing in the trash, nor under another treatment', async () => {
    const { call } = catalog;
    const { id } = await catalog.treatment();
    const { id: noteId } = await call(addNote, { treatmentId: id, content: 'x' });
    const missing = notFound('note');
    const elsewhere = { id: (await catalog.treatment()).id, noteId, content: 'y' };
    await expect(call(updateNote, elsewhere)).rejects.toMatchObject(missing);
    await call(deleteNote, { id, noteId });
    await expect(call(updateNote, { id, noteId, content: 'y' })).rejects.toMatchObject(missing);
  });

  it('tell the world the names of the fields, not the texts', async () => {
    const { call, env } = catalog;
    const spy = await eventSpy(env, entryEvents.noteUpdated, entryEvents.historyUpdated);
    const { id, diseaseId } = await catalog.treatment();
    const mine = eventOf(id);
    const { id: noteId } = await call(addNote, { treatmentId: id, content: 'x' });
    await call(updateNote, { id, noteId, content: 'Zacharias', titleKn: 'ಭೇಟಿ' });
    const { payload } = await spy.waitFor(entryEvents.noteUpdated, mine);
    expect(payload).toEqual({
      id: noteId,
      treatmentId: id,
      diseaseId,
      fields: expect.arrayContaining(['content', 'titleKn']),
    });
    expect(payload.fields).toHaveLength(2);
    const { id: entryId } = await call(addHistoryEntry, { treatmentId: id, ...visit });
    await call(updateHistoryEntry, { id, entryId, ...visit, patientName: 'Zacharias' });
    const history = await spy.waitFor(entryEvents.historyUpdated, mine);
    expect(history.payload.fields).toEqual(['patientName']);
    expect(JSON.stringify(spy.events)).not.toContain('Zacharias');
  });
});
