import { randomBytes } from 'node:crypto';
import { toObjectId } from '@ctdb/chassis';
import { eventSpy, passHolder } from '@ctdb/chassis/testing';
import {
  addHistoryEntry,
  deleteDisease,
  deleteHistoryEntry,
  erasePatient,
  exportPatient,
  getAnalytics,
  getPatient,
  listHistory,
  listPatientEntries,
  listPatients,
  listTrash,
  mergePatients,
  patientEvents,
  updateHistoryEntry,
  updatePatient,
  type Patient,
} from '@ctdb/contracts';
import { describe, expect, it } from '@jest/globals';
import { ErasureJournal } from '../src/patients/erasure-journal.js';
import { PatientChangesService } from '../src/patients/patient-changes.service.js';
import { HoldersService } from '../src/treatments/holders.service.js';
import { readTreatment, testCatalog, UNKNOWN_ID } from './support/catalog.js';

const catalog = testCatalog({ CATALOG_BUCKET: `test-${randomBytes(6).toString('hex')}` });
const visit = {
  date: '2025-03-01',
  patientName: 'Ravi Kumar',
  treatmentDescription: 'Green light',
  practitioner: 'Dr. Asha',
};
let last = 0;
/** A caller with patients of its own. */
const newHolder = () => {
  last += 1;
  return catalog.as(passHolder('professional', `${last}`.padStart(24, '0'), `user:${last}`));
};
type Caller = typeof catalog.call;
const enter = async (caller: Caller, changes: Partial<typeof visit> = {}) => {
  const { id: treatmentId, diseaseId } = await catalog.treatment();
  const entry = await caller(addHistoryEntry, { treatmentId, ...visit, ...changes });
  return { ...entry, diseaseId };
};
const only = async (caller: Caller): Promise<Patient> => {
  const { items } = await caller(listPatients, {});
  const [patient] = items;
  if (!patient || items.length > 1) throw new Error(`${items.length} patients`);
  return patient;
};
const missing = { code: 'NOT_FOUND', params: { kind: 'patient' } };

describe('patients', () => {
  it('come from the entries of their holder, with first and last entry', async () => {
    const mine = newHolder();
    const first = await enter(mine, { date: '2025-01-05' });
    const newest = await enter(mine, { date: '2025-06-01', patientName: ' ravi  KUMAR ' });
    await enter(newHolder());
    const patient = await only(mine);
    expect(patient).toMatchObject({
      name: 'Ravi Kumar',
      entries: 2,
      firstDate: first.date,
      lastDate: newest.date,
      lastOutcome: 'Improved',
    });
    const { items, total } = await mine(listPatientEntries, { id: patient.id });
    expect(total).toBe(2);
    expect(
      items.map(({ id, nameEn, patientNameMasked }) => [id, nameEn, patientNameMasked]),
    ).toEqual([
      [newest.id, 'Asthma', false],
      [first.id, 'Asthma', false],
    ]);
    const { patient: exported, history } = await mine(exportPatient, { id: patient.id });
    expect([exported, history]).toEqual([patient, items]);
    await catalog.call(deleteDisease, { id: newest.diseaseId });
    expect(await only(mine)).toMatchObject({ entries: 1, lastDate: first.date });
  });

  it('of others are neither seen nor changed; administrators see all', async () => {
    const mine = newHolder();
    const other = newHolder();
    await enter(mine);
    await enter(other);
    const { id } = await only(mine);
    const all = await catalog.call(listPatients, {});
    expect(all.items.filter(({ name }) => name === 'Ravi Kumar').length).toBeGreaterThan(1);
    for (const caller of [other, catalog.as(passHolder())]) {
      await expect(caller(getPatient, { id })).rejects.toMatchObject(missing);
      await expect(caller(listPatientEntries, { id })).rejects.toMatchObject(missing);
      await expect(caller(exportPatient, { id })).rejects.toMatchObject(missing);
      await expect(caller(updatePatient, { id, followUpOn: null })).rejects.toMatchObject(missing);
      await expect(caller(erasePatient, { id })).rejects.toMatchObject(missing);
    }
    const own = await only(other);
    const merging = other(mergePatients, { id: own.id, otherId: id });
    await expect(merging).rejects.toMatchObject(missing);
    await expect(mine(getPatient, { id: UNKNOWN_ID })).rejects.toMatchObject(missing);
  });

  it('follow a corrected name, and have days to come back', async () => {
    const mine = newHolder();
    const entry = await enter(mine);
    const { treatmentId: id, id: entryId } = entry;
    await mine(updateHistoryEntry, { id, entryId, ...visit, patientName: 'Asha Rao' });
    const { items } = await mine(listPatients, {});
    expect(items.map(({ name, entries }) => [name, entries])).toEqual([
      ['Asha Rao', 1],
      ['Ravi Kumar', 0],
    ]);
    const [asha] = items;
    const day = { id: asha?.id ?? '', followUpOn: '2025-07-01' };
    const changed = await mine(updatePatient, { ...day, ifMatch: 1 });
    expect(changed).toMatchObject({ followUpOn: '2025-07-01', version: 2 });
    await expect(mine(updatePatient, { ...day, ifMatch: 1 })).rejects.toMatchObject({
      code: 'VERSION_CONFLICT',
      params: { current: { id: asha?.id, version: 2 } },
    });
    const due = async (dueUntil: string) => (await mine(listPatients, { dueUntil })).items;
    expect(await due('2025-06-30')).toEqual([]);
    expect(await due('2025-07-01')).toEqual([changed]);
    await mine(updatePatient, { id: day.id, followUpOn: null });
    expect(await due('2025-07-01')).toEqual([]);
  });

  it('are found for entries of earlier versions', async () => {
    const mine = newHolder();
    const { id } = await enter(mine);
    await enter(newHolder());
    const history = catalog.mongo.collection('history');
    await history.updateOne({ _id: toObjectId(id) }, { $unset: { patientId: 1 } });
    expect(await only(mine)).toMatchObject({ entries: 0 });
    await catalog.service.get(HoldersService).run();
    expect(await only(mine)).toMatchObject({ entries: 1 });
  });
});

describe('two spellings of one patient', () => {
  it('become one, for later entries too', async () => {
    const mine = newHolder();
    const wrong = await enter(mine, { patientName: 'Ravi Kumr' });
    await enter(mine);
    const [right, other] = (await mine(listPatients, {})).items;
    const request = { id: right?.id ?? '', otherId: other?.id ?? '' };
    const before = await catalog.call(getAnalytics, {});
    expect(await mine(mergePatients, request)).toMatchObject({ name: 'Ravi Kumar', entries: 2 });
    expect((await catalog.call(getAnalytics, {})).patients).toBe(before.patients - 1);
    await expect(mine(getPatient, { id: request.otherId })).rejects.toMatchObject(missing);
    const { history } = await readTreatment(mine, wrong.diseaseId);
    expect(history[0]?.patientName).toBe('Ravi Kumar');
    const later = await enter(mine, { patientName: 'ravi kumr' });
    expect(later.patientName).toBe('Ravi Kumar');
    expect(await only(mine)).toMatchObject({ entries: 3 });
    await expect(
      mine(mergePatients, { id: request.id, otherId: request.id }),
    ).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('are put right where an entry came in between', async () => {
    const mine = newHolder();
    const late = await enter(mine, { patientName: 'Ravi Kumr' });
    await enter(mine);
    const [right, other] = (await mine(listPatients, {})).items;
    await mine(mergePatients, { id: right?.id ?? '', otherId: other?.id ?? '' });
    await catalog.mongo
      .collection('history')
      .updateOne(
        { _id: toObjectId(late.id) },
        { $set: { patientId: toObjectId(other?.id ?? ''), patientName: 'Ravi Kumr' } },
      );
    await catalog.service.get(PatientChangesService).repair();
    expect(await only(mine)).toMatchObject({ entries: 2 });
  });
});

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
