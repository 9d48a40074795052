import { toObjectId } from '@ctdb/chassis';
import { eventSpy } from '@ctdb/chassis/testing';
import {
  addHistoryEntry,
  addNote,
  deleteHistoryEntry,
  deleteNote,
  entryEvents,
  listHistory,
  listNotes,
  updateHistoryEntry,
  updateNote,
} from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { eventOf, invalid, readTreatment, testCatalog } from './support/catalog.js';
import { visit } from './support/patients.js';

const catalog = testCatalog();
/** The id of a new treatment, and of an entry of its history. */
const entered = async () => {
  const { id } = await catalog.treatment();
  const entry = await catalog.call(addHistoryEntry, { treatmentId: id, ...visit });
  return { id, entryId: entry.id };
};

it('notes and history entries are listed newest first, paged and deleted', async () => {
  const { call } = catalog;
  const { id: treatmentId, diseaseId } = await catalog.treatment();
  const first = await call(addNote, { treatmentId, content: ' One ' });
  expect(first).toMatchObject({ treatmentId, title: 'New Note', content: 'One' });
  await call(addNote, { treatmentId, title: 'Second', content: 'Two' });
  const third = await call(addNote, { treatmentId, content: 'Three' });

  const page = await call(listNotes, { id: treatmentId, limit: 2 });
  expect(page.items.map(({ content }) => content)).toEqual(['Three', 'Two']);
  expect(page.total).toBe(3);
  expect((await call(listNotes, { id: treatmentId, limit: 2, page: 2 })).items).toEqual([first]);

  expect(await call(deleteNote, { id: treatmentId, noteId: third.id })).toEqual({});
  const detail = await readTreatment(call, diseaseId);
  expect(detail.notes.map(({ content }) => content)).toEqual(['Two', 'One']);
  expect(detail.notesCount).toBe(2);
});

it('notes and history entries of history are listed by date, then by when they were entered', async () => {
  const { call } = catalog;
  const { id: treatmentId } = await catalog.treatment();
  for (const [date, practitioner] of [
    ['2025-03-01', 'second'],
    ['2025-04-01T08:30:00+05:30', 'first'],
    ['2025-02-01', 'fourth'],
    ['2025-02-01', 'third'],
  ] as const)
    await call(addHistoryEntry, { ...visit, treatmentId, date, practitioner });
  const { items, total } = await call(listHistory, { id: treatmentId });
  const order = items.map(({ practitioner }) => practitioner);
  expect(order).toEqual(['first', 'second', 'third', 'fourth']);
  expect(items[0]).toMatchObject({ date: '2025-04-01T03:00:00.000Z', outcome: 'Improved' });
  expect(total).toBe(4);
});

it('notes and history entries have Kannada texts or none, also those that were stored before there were any', async () => {
  const { call } = catalog;
  const { id: treatmentId } = await catalog.treatment();
  const texts = { title: 'Diet', titleKn: 'ಆಹಾರ', content: 'No salt', contentKn: 'ಉಪ್ಪು ಬೇಡ' };
  const both = await call(addNote, { treatmentId, ...texts });
  expect(both).toMatchObject({ ...texts, isSample: false });
  const { id } = await call(addNote, { treatmentId, content: 'Walk' });
  await catalog.change('notes', id, { $unset: { titleKn: 1, contentKn: 1 } });
  const { items } = await call(listNotes, { id: treatmentId });
  expect(items).toMatchObject([{ content: 'Walk', titleKn: '', contentKn: '' }, both]);
  for (const [treatmentDescriptionKn, practitionerKn] of [
    ['ಹಸಿರು ಬೆಳಕು', 'ಡಾ. ಆಶಾ'],
    ['', ''],
  ]) {
    const kannada = { treatmentDescriptionKn, practitionerKn };
    const entry = await call(addHistoryEntry, { treatmentId, ...visit, ...kannada });
    expect(entry).toMatchObject({ ...kannada, isSample: false });
  }
});

it('notes and history entries are published as ids and names of fields, without texts', async () => {
  const { call, env } = catalog;
  const spy = await eventSpy(env, ...Object.values(entryEvents));
  const { id, diseaseId } = await catalog.treatment();
  const mine = eventOf(id);
  const { id: noteId } = await call(addNote, { treatmentId: id, content: 'x' });
  await call(updateNote, { id, noteId, content: 'Zacharias', titleKn: 'ಭೇಟಿ' });
  const { id: entryId } = await call(addHistoryEntry, { treatmentId: id, ...visit });
  await call(updateHistoryEntry, { id, entryId, ...visit, patientName: 'Zacharias' });
  await call(deleteHistoryEntry, { id, entryId });
  const [note, entry] = [noteId, entryId].map((each) => ({ id: each, treatmentId: id, diseaseId }));
  const { payload } = await spy.waitFor(entryEvents.noteUpdated, mine);
  expect({ ...payload, fields: payload.fields.toSorted() }).toEqual({
    ...note,
    fields: ['content', 'titleKn'],
  });
  const { historyAdded, historyUpdated, historyDeleted } = entryEvents;
  expect((await spy.waitFor(historyAdded, mine)).payload).toEqual(entry);
  expect((await spy.waitFor(historyUpdated, mine)).payload.fields).toEqual(['patientName']);
  await spy.waitFor(historyDeleted, mine);
  expect(JSON.stringify(spy.events)).not.toMatch(/Zacharias|Ravi/);
});

it('corrections count from 1 where an earlier version stored none', async () => {
  const { call } = catalog;
  const { id } = await catalog.treatment();
  const { id: noteId } = await call(addNote, { treatmentId: id, content: 'x' });
  await catalog.change('notes', noteId, { $unset: { version: 1 } });
  expect((await call(listNotes, { id })).items[0]?.version).toBe(1);
  const correction = { id, noteId, content: 'y', ifMatch: 1 };
  expect(await call(updateNote, correction)).toMatchObject({ content: 'y', version: 2 });
  const stale = call(updateNote, { ...correction, content: 'z' });
  await expect(stale).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
});

it('corrections move an entry to its new date, count its patient anew and make a sample a person’s', async () => {
  const { call, mongo } = catalog;
  const { id, entryId } = await entered();
  await call(addHistoryEntry, { treatmentId: id, ...visit, date: '2025-03-02' });
  const stored = () => mongo.collection('history').findOne({ _id: toObjectId(entryId) });
  await catalog.change('history', entryId, { $set: { isSample: true } });
  const before = await stored();
  const same = await call(updateHistoryEntry, { id, entryId, ...visit });
  expect(same).toMatchObject({ version: 1, isSample: true });
  expect(same.editedAt).toBeUndefined();
  const changes = { date: '2025-04-01', patientName: 'Asha Rao' };
  const { editedAt = '' } = await call(updateHistoryEntry, { id, entryId, ...visit, ...changes });
  expect(Date.parse(editedAt)).toBeGreaterThan(Date.now() - 60_000);
  const { items } = await call(listHistory, { id });
  expect(items[0]).toMatchObject({ id: entryId, patientName: 'Asha Rao', isSample: false });
  expect((await stored())?.['patientKey']).not.toBe(before?.['patientKey']);
});

it('corrections need a patient’s name, unless the patient was erased', async () => {
  const { call, mongo } = catalog;
  const ids = await entered();
  const nameless = { ...ids, ...visit, patientName: ' ', outcome: 'Resolved' } as const;
  await expect(call(updateHistoryEntry, nameless)).rejects.toMatchObject(
    invalid('patientName', 'HISTORY_PATIENT_EMPTY'),
  );
  const erased = { patientName: '', patientKey: 'erased:1' };
  await catalog.change('history', ids.entryId, { $set: erased });
  const corrected = { patientName: '', outcome: 'Resolved' };
  expect(await call(updateHistoryEntry, nameless)).toMatchObject(corrected);
  const stored = await mongo.collection('history').findOne({ _id: toObjectId(ids.entryId) });
  expect(stored).toMatchObject(erased);
});
