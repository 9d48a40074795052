import { toObjectId } from '@ctdb/chassis';
import {
  deleteDisease,
  exportPatient,
  getAnalytics,
  getPatient,
  listPatientEntries,
  listPatients,
  mergePatients,
  publishHistoryEntry,
  searchPatients,
  updateHistoryEntry,
  updatePatient,
} from '@ctdb/contracts';
import { expect, it, vi } from 'vitest';
import { ErasuresService } from '../src/patients/erasures.service.js';
import { foldPatientKeys } from '../src/patients/patient-keys.migration.js';
import { PatientsRepository } from '../src/patients/patients.repository.js';
import { PracticesService } from '../src/practices/practices.service.js';
import { readTreatment, testCatalog, notFound } from './support/catalog.js';
import { patientsOf, visit } from './support/patients.js';

const catalog = testCatalog();
const { newPractice, enter, only, pair } = patientsOf(catalog);
const missing = notFound('patient');
/** Stores an entry as a command does that read its patient, `Ravi Kumr`, earlier. */
const giveTo = (patientId: string, entryId: string) => {
  const fields = { patientId: toObjectId(patientId), patientName: 'Ravi Kumr' };
  return catalog.change('history', entryId, { $set: fields });
};
/** How many entries all patients of a caller have. */
const countEntries = async (caller: typeof catalog.call) =>
  (await caller(listPatients, {})).items.reduce((sum, { entries }) => sum + entries, 0);

it('patients come from the entries of their practice, with the first and the one entered last of the last day', async () => {
  const mine = newPractice();
  const first = await enter(mine, { date: '2025-01-05' });
  const again = { date: '2025-06-01', patientName: ' ravi  KUMAR ' };
  const other = await catalog.treatment();
  const earlier = await enter(mine, { ...again, outcome: 'Worsened' }, other);
  const newest = await enter(mine, again, other);
  await enter(newPractice());
  expect((await catalog.call(listPatients, {})).total).toBe(2);
  const patient = await only(mine);
  expect(patient).toMatchObject({
    name: 'Ravi Kumar',
    entries: 3,
    firstDate: first.date,
    lastDate: newest.date,
    lastOutcome: 'Improved',
    lastPractitioner: newest.practitioner,
  });
  const { items, total } = await mine(listPatientEntries, { id: patient.id });
  expect(total).toBe(3);
  const seen = { nameEn: 'Asthma', patientNameMasked: false };
  expect(items).toMatchObject([newest, earlier, first].map(({ id }) => ({ id, ...seen })));
  const { patient: exported, history } = await mine(exportPatient, { id: patient.id });
  expect([exported, history]).toEqual([patient, items]);
  await catalog.call(deleteDisease, { id: newest.diseaseId });
  expect(await only(mine)).toMatchObject({ entries: 1, lastDate: first.date });
});

it('patients have days to come back', async () => {
  const mine = newPractice();
  await enter(mine);
  const day = { id: (await only(mine)).id, followUpOn: '2025-07-01' };
  const changed = await mine(updatePatient, day);
  expect(changed).toMatchObject({ followUpOn: '2025-07-01', version: 2 });
  const due = async (dueUntil: string) => (await mine(listPatients, { dueUntil })).items;
  expect(await due('2025-06-30')).toEqual([]);
  expect(await due('2025-07-01')).toEqual([changed]);
  await mine(updatePatient, { id: day.id, followUpOn: null });
  expect(await due('2025-07-01')).toEqual([]);
});

it('patients are gone with the last entry of a misspelt name, whose next visit stays', async () => {
  const mine = newPractice();
  const entry = await enter(mine, { patientName: 'Ravi Kumr' });
  const misspelt = await only(mine);
  await mine(updatePatient, { id: misspelt.id, followUpOn: '2025-07-01' });
  const { treatmentId: id, id: entryId } = entry;
  const corrected = await mine(updateHistoryEntry, { id, entryId, ...visit });
  const patient = await only(mine);
  expect(patient).toMatchObject({ name: visit.patientName, followUpOn: '2025-07-01' });
  expect(corrected.patientId).toBe(patient.id);
  await expect(mine(getPatient, { id: misspelt.id })).rejects.toMatchObject(missing);
  // An entry that was stored meanwhile gets a patient of its name.
  await giveTo(misspelt.id, entryId);
  await catalog.service.get(PracticesService).run();
  const { items } = await mine(listPatients, {});
  expect(items.map(({ name, entries }) => [name, entries])).toEqual([
    ['Ravi Kumar', 0],
    ['Ravi Kumr', 1],
  ]);
});

it('patients are found by the beginnings of words of their names, in either script', async () => {
  const mine = newPractice();
  for (const patientName of ['Ravi Kumar', 'ರವಿ ಗೌಡ', 'Kumari Rao'])
    await enter(mine, { patientName });
  await enter(newPractice());
  const found = async (name: string) =>
    (await mine(searchPatients, { name })).items.map((patient) => patient.name);
  expect(await found('kumar')).toEqual(['Kumari Rao', 'Ravi Kumar']);
  expect(await found('RAV')).toEqual(['Ravi Kumar', 'ರವಿ ಗೌಡ']);
  expect(await found('kum ra')).toEqual(['Kumari Rao', 'Ravi Kumar']);
  expect(await found('ಗೌ')).toEqual(['ರವಿ ಗೌಡ']);
  for (const name of ['ravi gowda', 'ರ ವಿ ಗೌಡ', 'ravigowd'])
    expect(await found(name)).toEqual(['ರವಿ ಗೌಡ']);
  expect(await found('ಕುಮಾರ')).toEqual(['Ravi Kumar']);
  expect(await found('umar')).toEqual([]);
  expect(await found('.*')).toEqual([]);
  const { total } = await catalog.call(searchPatients, { name: 'ravi', limit: 1 });
  expect(total).toBeGreaterThan(2);
});

it('patients are found for entries of earlier versions', async () => {
  const mine = newPractice();
  const { id, diseaseId } = await enter(mine);
  await enter(newPractice());
  await catalog.change('history', id, { $unset: { patientId: 1 } });
  expect(await only(mine)).toMatchObject({ entries: 0 });
  await catalog.service.get(PracticesService).run();
  const patient = await only(mine);
  expect(patient).toMatchObject({ entries: 1 });
  const { history } = await readTreatment(mine, diseaseId);
  expect(history.find((entry) => entry.id === id)?.patientId).toBe(patient.id);
});

it('patients of earlier versions get keys of folded names, also after an interruption', async () => {
  const mine = newPractice();
  const [one, two] = await pair(mine, "D'Souza", 'Ravi Kumar');
  const history = catalog.mongo.collection('history');
  await history.updateMany({}, { $set: { patientKey: 'earlier' } });
  await catalog.change('patients', one, { $set: { key: 'earlier' } });
  await catalog.change('patients', two, { $set: { key: 'other', name: 'D’Souza' } });
  vi.spyOn(history, 'bulkWrite').mockRejectedValueOnce(new Error('killed'));
  await expect(foldPatientKeys.up(catalog.mongo)).rejects.toThrow('killed');
  await foldPatientKeys.up(catalog.mongo);
  expect(await history.countDocuments({ patientKey: 'earlier' })).toBe(0);
  await enter(mine, { patientName: 'd´souza', patientId: one });
  const { items } = await mine(listPatients, {});
  expect(items.map((patient) => [patient.id, patient.entries])).toEqual([
    [one, 2],
    [two, 1],
  ]);
});

it('two spellings of one patient become one, for later entries too', async () => {
  const mine = newPractice();
  const wrong = await enter(mine, { patientName: 'Ravi Kumr' });
  // Figures count published entries.
  for (const { id: entryId, treatmentId: id } of [wrong, await enter(mine)])
    await catalog.call(publishHistoryEntry, { id, entryId, isPublished: true });
  const [right, other] = (await mine(listPatients, {})).items;
  const request = { id: right?.id ?? '', otherId: other?.id ?? '' };
  const before = await catalog.call(getAnalytics, {});
  const followUpOn = '2025-07-01';
  await mine(updatePatient, { id: request.otherId, followUpOn });
  const merged = { name: 'Ravi Kumar', entries: 2, followUpOn };
  expect(await mine(mergePatients, request)).toMatchObject(merged);
  expect((await catalog.call(getAnalytics, {})).patients).toBe(before.patients - 1);
  await expect(mine(getPatient, { id: request.otherId })).rejects.toMatchObject(missing);
  const { history } = await readTreatment(mine, wrong.diseaseId);
  expect(history.find(({ id }) => id === wrong.id)?.patientName).toBe('Ravi Kumar');
  const later = await enter(mine, { patientName: 'ravi kumr' });
  expect(later.patientName).toBe('Ravi Kumar');
  expect(await only(mine)).toMatchObject({ entries: 3 });
  const itself = mine(mergePatients, { id: request.id, otherId: request.id });
  await expect(itself).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
});

it('two spellings of one patient that are merged into each other at once do not both vanish', async () => {
  const mine = newPractice();
  const [one, two] = await pair(mine, 'Ravi Kumar', 'Ravi Kumr');
  const records = catalog.service.get(PatientsRepository);
  const change = records.change.bind(records);
  // Both targets are read before either patient changes.
  let waiting = 0;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const spy = vi.spyOn(records, 'change').mockImplementation(async (...args) => {
    waiting += 1;
    if (waiting === 2) resolve(undefined);
    await promise;
    return change(...args);
  });
  const merged = await Promise.allSettled([
    mine(mergePatients, { id: one, otherId: two }),
    mine(mergePatients, { id: two, otherId: one }),
  ]);
  spy.mockRestore();
  expect(merged.some(({ status }) => status === 'rejected')).toBe(true);
  expect(await countEntries(mine)).toBe(2);
});

it('two spellings of one patient that a crash left merged into each other are two again', async () => {
  const mine = newPractice();
  const ids = await pair(mine, 'Ravi Kumar', 'Ravi Kumr');
  for (const [id, other] of [ids, ids.toReversed()] as [string, string][]) {
    const merged = { mergedInto: toObjectId(other), deletedAt: new Date() };
    await catalog.change('patients', id, { $set: merged });
  }
  const erasures = catalog.service.get(ErasuresService);
  await erasures.repair();
  await erasures.repair();
  expect(await countEntries(mine)).toBe(2);
});
