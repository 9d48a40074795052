import { eventSpy, waitUntil } from '@ctdb/chassis/testing';
import {
  addHistoryEntry,
  addNote,
  deleteDisease,
  deleteHistoryEntry,
  deleteNote,
  diseaseEvents,
  entryEvents,
  getDisease,
  getDiseaseState,
  listDiseases,
  listPatients,
  listTrash,
  mergePatients,
  restoreFromTrash,
  updatePatient,
} from '@ctdb/contracts';
import { beforeEach, expect, it } from 'vitest';
import { Types } from 'mongoose';
import { PurgeService } from '../src/trash/purge.service.js';
import { readTreatment, testCatalog, UNKNOWN_ID, notFound } from './support/catalog.js';
import { patientsOf, visit } from './support/patients.js';

const catalog = testCatalog();
const DAY = 86_400_000;
const collections = ['diseases', 'treatments', 'notes', 'history'] as const;

const filled = async () => {
  const { call } = catalog;
  const { id: treatmentId, diseaseId } = await catalog.treatment();
  const texts = { title: 'Diet', titleKn: 'ಆಹಾರ', content: 'No salt' };
  const note = await call(addNote, { treatmentId, ...texts });
  const entry = await call(addHistoryEntry, { treatmentId, ...visit });
  return { treatmentId, diseaseId, note, entry };
};

const count = (name: (typeof collections)[number], diseaseId: string) => {
  const id = new Types.ObjectId(diseaseId);
  const filter = name === 'diseases' ? { _id: id } : { diseaseId: id };
  return catalog.mongo.collection(name).countDocuments(filter);
};

const counts = (diseaseId: string) =>
  Promise.all(collections.map((name) => count(name, diseaseId)));

const age = (name: string, id: string, days: number) =>
  catalog.change(name, id, { $set: { deletedAt: new Date(Date.now() - days * DAY) } });

beforeEach(async () => {
  for (const name of collections) await catalog.mongo.collection(name).deleteMany({});
});

it('the trash says what became of a disease', async () => {
  const { call } = catalog;
  const { diseaseId: id } = await filled();
  expect(await call(getDiseaseState, { id })).toEqual({ state: 'live' });
  await call(deleteDisease, { id });
  expect(await call(getDiseaseState, { id })).toEqual({ state: 'deleted' });
  const stored = catalog.mongo.collection('diseases');
  const purge = () => stored.deleteOne({ _id: new Types.ObjectId(id) });
  // FerretDB deletes nothing while the outbox of the record is being emptied.
  await waitUntil(async () => (await purge()).deletedCount === 1, 'it is not deleted');
  expect(await call(getDiseaseState, { id })).toEqual({ state: 'gone' });
});

it('the trash hides a disease with all that hangs on it, and gives all of it back', async () => {
  const { call } = catalog;
  const { diseaseId } = await filled();
  const before = await readTreatment(call, diseaseId);
  await call(deleteDisease, { id: diseaseId });
  // What else does not find it is in preconditions.test.ts.
  await expect(readTreatment(call, diseaseId)).rejects.toMatchObject(notFound('disease'));
  expect(await call(listDiseases, {})).toMatchObject({ total: 0, items: [] });

  const restored = await call(restoreFromTrash, { kind: 'disease', id: diseaseId });
  expect(restored).toEqual({ restored: true });
  expect(await readTreatment(call, diseaseId)).toEqual(before);
  expect((await call(listDiseases, {})).items).toMatchObject([{ id: diseaseId, version: 3 }]);
  // Once more changes nothing.
  await call(restoreFromTrash, { kind: 'disease', id: diseaseId });
  expect((await call(getDisease, { id: diseaseId })).version).toBe(3);
});

it('the trash lists what was deleted, newest first, with words but no names of patients', async () => {
  const { call } = catalog;
  const kept = await filled();
  const { treatmentId } = kept;
  await call(deleteNote, { id: treatmentId, noteId: kept.note.id });
  await call(deleteHistoryEntry, { id: treatmentId, entryId: kept.entry.id });
  const gone = await filled();
  await call(deleteNote, { id: gone.treatmentId, noteId: gone.note.id });
  await call(deleteDisease, { id: gone.diseaseId });

  const { items, total } = await call(listTrash, {});
  expect(items.map(({ kind, id, label, date }) => [kind, id, label, date])).toEqual([
    ['disease', gone.diseaseId, undefined, undefined],
    ['history', kept.entry.id, 'Dr. Asha', '2025-03-01T00:00:00.000Z'],
    ['note', kept.note.id, 'Diet', undefined],
  ]);
  expect(total).toBe(3);
  expect(items.map(({ labelKn }) => labelKn)).toEqual([undefined, undefined, 'ಆಹಾರ']);
  for (const { nameEn, nameKn, deletedAt, purgeAt } of items) {
    expect([nameEn, nameKn]).toEqual(['Asthma', 'ಅಸ್ತಮಾ']);
    expect(Date.parse(purgeAt) - Date.parse(deletedAt)).toBe(30 * DAY);
  }
  expect(JSON.stringify(items)).not.toContain('Ravi');
  const page = await call(listTrash, { page: 2, limit: 2 });
  expect(page).toMatchObject({ total: 3, items: [{ kind: 'note' }] });
});

it('the trash gives notes and history entries back, but not those of a deleted disease', async () => {
  const { call } = catalog;
  const { treatmentId, diseaseId, note, entry } = await filled();
  await call(deleteNote, { id: treatmentId, noteId: note.id });
  await call(deleteHistoryEntry, { id: treatmentId, entryId: entry.id });
  for (let times = 0; times < 2; times += 1) {
    await call(restoreFromTrash, { kind: 'note', id: note.id });
    await call(restoreFromTrash, { kind: 'history', id: entry.id });
  }
  const [notes, history] = [note, entry].map((each) => [{ ...each, version: 3 }]);
  expect(await readTreatment(call, diseaseId)).toMatchObject({ notes, history });

  await call(deleteNote, { id: treatmentId, noteId: note.id });
  await call(deleteHistoryEntry, { id: treatmentId, entryId: entry.id });
  await catalog.change('history', entry.id, { $set: { purgedAt: new Date() } });
  const expectRefused = async (kind: 'note' | 'history' | 'disease', id: string) => {
    const restored = call(restoreFromTrash, { kind, id });
    await expect(restored).rejects.toMatchObject(notFound('trashEntry'));
  };
  await expectRefused('history', entry.id);
  await call(deleteDisease, { id: diseaseId });
  for (const id of [note.id, UNKNOWN_ID]) await expectRefused('note', id);
  await expectRefused('disease', UNKNOWN_ID);
});

it('the trash is emptied after 30 days, by several replicas at once, and tells of it once', async () => {
  const { call, env } = catalog;
  const spy = await eventSpy(env, diseaseEvents.purged, entryEvents.notePurged);
  const purge = catalog.service.get(PurgeService);
  const old = await filled();
  const young = await filled();
  const living = await filled();
  await call(deleteDisease, { id: old.diseaseId });
  await call(deleteDisease, { id: young.diseaseId });
  await call(deleteNote, { id: living.treatmentId, noteId: living.note.id });
  await age('diseases', old.diseaseId, 30.01);
  await age('diseases', young.diseaseId, 29.99);
  await age('notes', living.note.id, 31);
  const late = call(restoreFromTrash, { kind: 'disease', id: old.diseaseId });
  await expect(late).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await call(listTrash, {})).items).toMatchObject([{ id: young.diseaseId }]);

  await waitUntil(async () => {
    await Promise.all([purge.run(), purge.run()]);
    const left = [count('diseases', old.diseaseId), count('notes', living.diseaseId)];
    return (await Promise.all(left)).every((number) => number === 0);
  });
  expect(await counts(old.diseaseId)).toEqual([0, 0, 0, 0]);
  expect(await counts(young.diseaseId)).toEqual([1, 1, 1, 1]);
  expect(await counts(living.diseaseId)).toEqual([1, 1, 0, 1]);
  const event = await spy.waitFor(diseaseEvents.purged);
  expect(event.payload).toEqual({ diseaseId: old.diseaseId, treatmentIds: [old.treatmentId] });
  expect(spy.of(diseaseEvents.purged)).toHaveLength(1);
  const purgedNotes = spy.of(entryEvents.notePurged).map(({ payload }) => payload.id);
  expect(purgedNotes).toEqual([living.note.id]);
  await call(restoreFromTrash, { kind: 'disease', id: young.diseaseId });
  expect((await readTreatment(call, young.diseaseId)).notesCount).toBe(1);
});

it('the trash takes patients along that have neither entry nor follow-up date, with their other spellings', async () => {
  const { newPractice, enter, pair } = patientsOf(catalog);
  const { mongo, call } = catalog;
  const mine = newPractice();
  const [id, otherId] = await pair(mine, 'Ravee', 'Ravi');
  await mine(mergePatients, { id, otherId });
  const planned = await enter(mine, { patientName: 'Meera' });
  const { items } = await mine(listPatients, {});
  const meera = items.find(({ name }) => name === 'Meera');
  await mine(updatePatient, { id: meera?.id ?? '', followUpOn: '2026-01-12' });
  const inTrash = await enter(mine, { patientName: 'Asha' });
  await call(deleteHistoryEntry, { id: inTrash.treatmentId, entryId: inTrash.id });
  const long = new Date(Date.now() - 31 * DAY);
  const ofRavi = { patientId: new Types.ObjectId(id) };
  const gone = { $or: [ofRavi, { _id: new Types.ObjectId(planned.id) }] };
  await mongo.collection('history').updateMany(gone, { $set: { deletedAt: long } });
  await mongo.collection('patients').updateMany({}, { $set: { createdAt: long } });
  const purge = catalog.service.get(PurgeService);
  await waitUntil(async () => {
    await purge.run();
    return (await mine(listPatients, {})).total === 2;
  });
  const left = (await mine(listPatients, {})).items.map(({ name }) => name);
  expect(left).toEqual(['Asha', 'Meera']);
  const names = mongo.collection('patients').distinct('name', { name: /^Rav(i|ee)$/ });
  expect(await names).toEqual([]);
});
