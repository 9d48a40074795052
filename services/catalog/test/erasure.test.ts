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
import { describe, expect, it, vi } from 'vitest';
import { ErasureJournal } from '../src/patients/erasure-journal.js';
import { PatientChangesService } from '../src/patients/patient-changes.service.js';
import { PatientsRepository } from '../src/patients/patients.repository.js';
import { HoldersService } from '../src/treatments/holders.service.js';
import { testCatalog, UNKNOWN_ID } from './support/catalog.js';
import { patientsOf, visit } from './support/patients.js';

const catalog = testCatalog();
const { newHolder, enter, only, pair } = patientsOf(catalog);
const stored = (collection: string) => catalog.mongo.collection(collection);
const storedText = async () =>
  JSON.stringify([
    await stored('history').find().toArray(),
    await stored('patients').find().toArray(),
  ]);

describe('an erased patient', () => {
  it('is gone from entries, texts, trash and keys; the entries stay', async () => {
    const mine = newHolder();
    const texts = { patientName: 'Zacharias', treatmentDescription: 'Green light for ZACHARIAS' };
    const kept = await enter(mine, texts);
    const trashed = await enter(mine, { ...texts, patientName: 'Zaccharias' });
    await catalog.call(deleteHistoryEntry, { id: trashed.treatmentId, entryId: trashed.id });
    const [one, two] = (await mine(listPatients, {})).items;
    await mine(mergePatients, { id: one?.id ?? '', otherId: two?.id ?? '' });
    const spy = await eventSpy(catalog.env, patientEvents.erased);
    const { erasedAt, backupsUntil } = await mine(erasePatient, { id: one?.id ?? '' });
    expect(Date.parse(backupsUntil) - Date.parse(erasedAt)).toBe(14 * 86_400_000);
    expect((await mine(listPatients, {})).total).toBe(0);
    const { items } = await mine(listHistory, { id: kept.treatmentId });
    expect(items).toMatchObject([
      { id: kept.id, patientName: '', treatmentDescription: 'Green light for •' },
    ]);
    expect((await catalog.call(listTrash, {})).items.some(({ id }) => id === trashed.id)).toBe(
      true,
    );
    for (const name of ['history', 'patients'])
      expect(JSON.stringify(await catalog.mongo.collection(name).find().toArray())).not.toMatch(
        /zacc?harias/i,
      );
    const event = await spy.waitFor(
      patientEvents.erased,
      ({ payload }) => payload.patientId === one?.id,
    );
    expect(event.payload).toEqual({ patientId: one?.id, backupsUntil });
  });

  it('is gone from entries of earlier versions that have no patient', async () => {
    const mine = newHolder();
    const { id: entryId } = await enter(mine, { patientName: 'Zacharias' });
    await stored('history').updateOne({ _id: toObjectId(entryId) }, { $unset: { patientId: 1 } });
    await mine(erasePatient, { id: (await only(mine)).id });
    expect(await storedText()).not.toContain('Zacharias');
  });

  it('is gone from entries whose holder was not known, unless they are of another one', async () => {
    const mine = newHolder();
    const other = newHolder();
    const zacharias = { patientName: 'Zacharias' };
    const { id: known } = await enter(mine, zacharias);
    const late = await enter(mine, zacharias);
    const foreign = await enter(other, zacharias);
    const holderOf = async (id: string): Promise<unknown> =>
      (await stored('history').findOne({ _id: toObjectId(id) }))?.['holder'];
    const [owner, stranger] = [await holderOf(known), await holderOf(foreign.id)];
    const setHolder = (id: string, holder: unknown) =>
      stored('history').updateOne(
        { _id: toObjectId(id) },
        holder === undefined ? { $unset: { holder: 1, patientId: 1 } } : { $set: { holder } },
      );
    for (const { id } of [late, foreign]) await setHolder(id, undefined);
    await mine(erasePatient, { id: (await only(mine)).id });
    // Billing knows them now.
    await setHolder(late.id, owner);
    await setHolder(foreign.id, stranger);
    await catalog.service.get(HoldersService).run();
    expect((await mine(listPatients, {})).total).toBe(0);
    expect(await only(other)).toMatchObject({ name: 'Zacharias', entries: 1 });
    await stored('history').deleteMany({ holder: stranger });
    await stored('patients').deleteMany({ holder: stranger });
    expect(await storedText()).not.toContain('Zacharias');
  });

  it('is gone with all spellings when the command is repeated after a crash', async () => {
    const mine = newHolder();
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

  it('does not take the names of later entries where a spelling was merged meanwhile', async () => {
    const mine = newHolder();
    const [id, otherId] = await pair(mine, 'Ravi Kumar', 'Yeshwanth');
    await mine(erasePatient, { id });
    const merged = { mergedInto: toObjectId(id), deletedAt: new Date() };
    await stored('patients').updateOne({ _id: toObjectId(otherId) }, { $set: merged });
    expect(await enter(mine, { patientName: 'Yeshwanth' })).toMatchObject({
      patientName: 'Yeshwanth',
    });
    expect(await only(mine)).toMatchObject({ name: 'Yeshwanth', entries: 1 });
    await catalog.service.get(PatientChangesService).repair();
    const spelling = await stored('patients').findOne({ _id: toObjectId(otherId) });
    expect(spelling).toMatchObject({ name: '', sortName: '' });
    expect(await only(mine)).toMatchObject({ name: 'Yeshwanth', entries: 1 });
  });

  it('does not come back by a repeated request', async () => {
    const mine = newHolder();
    const { id: treatmentId } = await catalog.treatment();
    const request = { treatmentId, ...visit, patientName: 'Zacharias' };
    const key = { idempotencyKey: 'visit-once' };
    await mine(addHistoryEntry, request, key);
    await mine(erasePatient, { id: (await only(mine)).id });
    await expect(mine(addHistoryEntry, request, key)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect((await mine(listHistory, { id: treatmentId })).total).toBe(1);
    expect(await storedText()).not.toContain('Zacharias');
  });

  it('is erased again where a restored database knows no patients, and billing is away', async () => {
    const mine = newHolder();
    const { id: entryId } = await enter(mine, { patientName: 'Zacharias' });
    const { id } = await only(mine);
    const backup = await stored('history').findOne({ _id: toObjectId(entryId) });
    await mine(erasePatient, { id });
    await stored('patients').deleteOne({ _id: toObjectId(id) });
    const restored = Object.fromEntries(
      Object.entries(backup ?? {}).filter(([field]) => field !== 'patientId'),
    );
    await stored('history').replaceOne({ _id: toObjectId(entryId) }, restored);
    const { id: unknown } = await enter(newHolder());
    await stored('history').updateOne(
      { _id: toObjectId(unknown) },
      { $set: { enteredBy: `pass:${UNKNOWN_ID}` }, $unset: { holder: 1 } },
    );
    const rpc = vi.spyOn(catalog.service.get(RpcClient), 'call');
    rpc.mockRejectedValue(new Error('billing is away'));
    await catalog.service.get(HoldersService).run();
    expect(rpc).toHaveBeenCalled();
    rpc.mockRestore();
    expect(await storedText()).not.toContain('Zacharias');
    expect((await mine(listPatients, {})).total).toBe(0);
    // Another name, given later, stays.
    const correction = {
      id: String(restored['treatmentId']),
      entryId,
      ...visit,
      patientName: 'Asha Rao',
    };
    await mine(updateHistoryEntry, correction);
    await catalog.service.get(PatientChangesService).repair();
    expect(await only(mine)).toMatchObject({ name: 'Asha Rao', entries: 1 });
    await stored('history').deleteOne({ _id: toObjectId(unknown) });
  });

  it('is erased again after a restore of the database', async () => {
    const mine = newHolder();
    await enter(mine, { patientName: 'Zacharias' });
    const { id } = await only(mine);
    const collections = ['history', 'patients'].map((name) => catalog.mongo.collection(name));
    const backup = await Promise.all(collections.map((one) => one.find().toArray()));
    await mine(erasePatient, { id });
    for (const [index, collection] of collections.entries()) {
      await collection.deleteMany({});
      await collection.insertMany(backup[index] ?? []);
    }
    expect(await only(mine)).toMatchObject({ name: 'Zacharias' });
    await catalog.service.get(PatientChangesService).repair();
    expect((await mine(listPatients, {})).total).toBe(0);
    for (const collection of collections)
      expect(JSON.stringify(await collection.find().toArray())).not.toContain('Zacharias');
    const journal = catalog.service.get(ErasureJournal);
    const listed = async (now: Date) =>
      (await journal.list(now)).flatMap(({ patientIds }) => patientIds);
    expect(await listed(new Date())).toContain(id);
    expect(await listed(new Date(Date.now() + 15 * 86_400_000))).not.toContain(id);
    expect(await listed(new Date())).not.toContain(id);
  });

  it('is a new one when the name comes again', async () => {
    const mine = newHolder();
    await enter(mine);
    const { id } = await only(mine);
    await mine(erasePatient, { id });
    await enter(mine);
    const patient = await only(mine);
    expect(patient).toMatchObject({ name: 'Ravi Kumar', entries: 1 });
    expect(patient.id).not.toBe(id);
  });
});
