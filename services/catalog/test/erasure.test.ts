import { RpcClient, toObjectId } from '@ctdb/chassis';
import { eventSpy } from '@ctdb/chassis/testing';
import {
  addHistoryEntry,
  deleteHistoryEntry,
  erasePatient,
  listHistory,
  listPatients,
  listTrash,
  mergePatients,
  patientEvents,
  updateHistoryEntry,
} from '@ctdb/contracts';
import { expect, it, vi } from 'vitest';
import { ErasureJournal } from '../src/patients/erasure-journal.js';
import { ErasuresService } from '../src/patients/erasures.service.js';
import { PatientsRepository } from '../src/patients/patients.repository.js';
import { PracticesService } from '../src/practices/practices.service.js';
import { testCatalog, UNKNOWN_ID } from './support/catalog.js';
import { patientsOf, visit } from './support/patients.js';

const catalog = testCatalog();
const { newPractice, enter, only, pair } = patientsOf(catalog);
const stored = (collection: string) => catalog.mongo.collection(collection);
const storedText = async () =>
  JSON.stringify([
    await stored('history').find().toArray(),
    await stored('patients').find().toArray(),
  ]);

it('an erased patient is gone from entries, texts, trash and keys; the entries stay', async () => {
  const mine = newPractice();
  const texts = { patientName: 'Zacharias', treatmentDescription: 'Green light for ZACHARIAS' };
  const kept = await enter(mine, texts);
  const trashed = await enter(mine, { ...texts, patientName: 'Zaccharias' });
  await catalog.call(deleteHistoryEntry, { id: trashed.treatmentId, entryId: trashed.id });
  const [one, two] = (await mine(listPatients, {})).items;
  await mine(mergePatients, { id: one?.id ?? '', otherId: two?.id ?? '' });
  const spy = await eventSpy(catalog.env, patientEvents.erased);
  const { erasedAt, backupsUntil } = await mine(erasePatient, { id: one?.id ?? '' });
  expect(Date.parse(backupsUntil) - Date.parse(erasedAt)).toBe(16 * 86_400_000);
  expect((await mine(listPatients, {})).total).toBe(0);
  const { items } = await mine(listHistory, { id: kept.treatmentId });
  const erased = { id: kept.id, patientName: '', treatmentDescription: 'Green light for •' };
  expect(items).toMatchObject([erased]);
  const inTrash = (await catalog.call(listTrash, {})).items.map(({ id }) => id);
  expect(inTrash).toContain(trashed.id);
  expect(await storedText()).not.toMatch(/zacc?harias/i);
  const isMine = (event: { payload: { patientId: string } }) => event.payload.patientId === one?.id;
  const { payload } = await spy.waitFor(patientEvents.erased, isMine);
  expect(payload).toEqual({ patientId: one?.id, backupsUntil });
});

it('an erased patient is gone from entries that had no patient, or no owner unless they are of another one', async () => {
  const mine = newPractice();
  const other = newPractice();
  const zacharias = { patientName: 'Zacharias' };
  const { id: known } = await enter(mine, zacharias);
  const { id: withoutPatient } = await enter(mine, zacharias);
  const late = await enter(mine, zacharias);
  const foreign = await enter(other, zacharias);
  const practiceOf = async (id: string): Promise<unknown> =>
    (await stored('history').findOne({ _id: toObjectId(id) }))?.['practice'];
  const [own, stranger] = [await practiceOf(known), await practiceOf(foreign.id)];
  const change = (id: string, update: object) => catalog.change('history', id, update);
  const ownerless = { $set: { practice: `pass:${UNKNOWN_ID}` }, $unset: { patientId: 1 } };
  for (const { id } of [late, foreign]) await change(id, ownerless);
  await change(withoutPatient, { $unset: { patientId: 1 } });
  const { id } = await only(mine);
  await mine(erasePatient, { id });
  // The version before did so.
  const unownedEntryIds = [late, foreign].map((entry) => toObjectId(entry.id));
  await catalog.change('patients', id, { $set: { unownedEntryIds } });
  // Billing knows them now.
  await change(late.id, { $set: { practice: own } });
  await change(foreign.id, { $set: { practice: stranger } });
  await catalog.service.get(PracticesService).run();
  expect((await mine(listPatients, {})).total).toBe(0);
  expect(await only(other)).toMatchObject({ name: 'Zacharias', entries: 1 });
  await stored('history').deleteMany({ practice: stranger });
  await stored('patients').deleteMany({ practice: stranger });
  expect(await storedText()).not.toContain('Zacharias');
});

it('an erased patient is gone with all spellings when the command is repeated after a crash', async () => {
  const mine = newPractice();
  const [id, otherId] = await pair(mine, 'Zacharias', 'Zaccharias');
  await mine(mergePatients, { id, otherId });
  const records = catalog.service.get(PatientsRepository);
  const change = records.change.bind(records);
  const spy = vi
    .spyOn(records, 'change')
    .mockImplementationOnce((...args) => change(...args))
    .mockRejectedValueOnce(new Error('crash'));
  await expect(mine(erasePatient, { id })).rejects.toBeTruthy();
  spy.mockRestore();
  await mine(erasePatient, { id });
  expect(await storedText()).not.toMatch(/zacc?harias/i);
});

it('an erased patient does not take the names of later entries where a spelling was merged meanwhile', async () => {
  const mine = newPractice();
  const [id, otherId] = await pair(mine, 'Ravi Kumar', 'Yeshwanth');
  await mine(erasePatient, { id });
  const merged = { mergedInto: toObjectId(id), deletedAt: new Date() };
  await catalog.change('patients', otherId, { $set: merged });
  expect((await enter(mine, { patientName: 'Yeshwanth' })).patientName).toBe('Yeshwanth');
  expect(await only(mine)).toMatchObject({ name: 'Yeshwanth', entries: 1 });
  await catalog.service.get(ErasuresService).repair();
  const spelling = await stored('patients').findOne({ _id: toObjectId(otherId) });
  expect(spelling).toMatchObject({ name: '', sortName: '' });
  expect(await only(mine)).toMatchObject({ name: 'Yeshwanth', entries: 1 });
});

it('an erased patient does not come back by a repeated request', async () => {
  const mine = newPractice();
  const { id: treatmentId } = await catalog.treatment();
  const request = { treatmentId, ...visit, patientName: 'Zacharias' };
  const key = { idempotencyKey: 'visit-once' };
  await mine(addHistoryEntry, request, key);
  const { id } = await only(mine);
  await mine(erasePatient, { id });
  const again = mine(addHistoryEntry, request, key);
  await expect(again).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  expect((await mine(listHistory, { id: treatmentId })).total).toBe(1);
  expect(await storedText()).not.toContain('Zacharias');
  // The name in another request is that of a new patient.
  await enter(mine, { patientName: 'Zacharias' });
  const patient = await only(mine);
  expect(patient).toMatchObject({ name: 'Zacharias', entries: 1 });
  expect(patient.id).not.toBe(id);
  await mine(erasePatient, { id: patient.id });
});

it('an erased patient is erased again where a restored database knows no patients, and billing is away', async () => {
  const mine = newPractice();
  const { id: entryId, treatmentId } = await enter(mine, { patientName: 'Zacharias' });
  const { id } = await only(mine);
  const backup = await stored('history').findOne({ _id: toObjectId(entryId) });
  await mine(erasePatient, { id });
  await stored('patients').deleteOne({ _id: toObjectId(id) });
  const restored: Record<string, unknown> = { ...backup };
  Reflect.deleteProperty(restored, 'patientId');
  await stored('history').replaceOne({ _id: toObjectId(entryId) }, restored);
  const { id: unknown } = await enter(newPractice());
  const ownerless = { $set: { practice: `pass:${UNKNOWN_ID}` } };
  await catalog.change('history', unknown, ownerless);
  const rpc = vi.spyOn(catalog.service.get(RpcClient), 'call');
  rpc.mockRejectedValue(new Error('billing is away'));
  await catalog.service.get(PracticesService).run();
  expect(rpc).toHaveBeenCalled();
  rpc.mockRestore();
  expect(await storedText()).not.toContain('Zacharias');
  expect((await mine(listPatients, {})).total).toBe(0);
  // Another name, given later, stays.
  const correction = { id: treatmentId, entryId, ...visit, patientName: 'Asha Rao' };
  await mine(updateHistoryEntry, correction);
  await catalog.service.get(ErasuresService).repair();
  expect(await only(mine)).toMatchObject({ name: 'Asha Rao', entries: 1 });
  await stored('history').deleteOne({ _id: toObjectId(unknown) });
});

it('an erased patient is erased again after a restore of the database', async () => {
  const mine = newPractice();
  await enter(mine, { patientName: 'Zacharias' });
  const { id } = await only(mine);
  const collections = ['history', 'patients'].map(stored);
  const backup = await Promise.all(collections.map((one) => one.find().toArray()));
  await mine(erasePatient, { id });
  for (const [index, collection] of collections.entries()) {
    await collection.deleteMany({});
    await collection.insertMany(backup[index] ?? []);
  }
  expect(await only(mine)).toMatchObject({ name: 'Zacharias' });
  const journal = catalog.service.get(ErasureJournal);
  const noted = (await journal.list(new Date())).filter(({ patientIds }) =>
    patientIds[0]?.equals(id),
  );
  const backupsUntil = new Date(Date.now() + 86_400_000);
  for (const entry of noted) await journal.add({ ...entry, backupsUntil });
  await catalog.service.get(ErasuresService).repair();
  expect((await mine(listPatients, {})).total).toBe(0);
  expect(await storedText()).not.toContain('Zacharias');
  const listed = async (now: Date) =>
    (await journal.list(now)).flatMap(({ patientIds }) => patientIds.map(String));
  // A backup may hold the name that was back.
  expect(await listed(new Date(Date.now() + 15 * 86_400_000))).toContain(id);
  expect(await listed(new Date(Date.now() + 17 * 86_400_000))).not.toContain(id);
  expect(await listed(new Date())).not.toContain(id);
});
