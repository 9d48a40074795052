import {
  addHistoryEntry,
  addNote,
  erasePatient,
  exportHistory,
  exportPatient,
  findNamesakes,
  listHistory,
  listMentions,
  listPatientEntries,
  listPatients,
  mergePatients,
  publishHistoryEntry,
  splitPatient,
  undoMerge,
  updatePatient,
} from '@ctdb/contracts';
import { expect, it, vi } from 'vitest';
import { ErasuresService } from '../src/patients/erasures.service.js';
import { PatientEntriesRepository } from '../src/patients/patient-entries.repository.js';
import { invalid, notFound, readTreatment, testCatalog, UNKNOWN_ID } from './support/catalog.js';
import { patientsOf, visit } from './support/patients.js';

const catalog = testCatalog();
const { newPractice, enter, only } = patientsOf(catalog);
const patientName = 'Manjunath';

it('patients of one name are the chosen one, another person, or undecided ones', async () => {
  const mine = newPractice();
  const { patientId = '' } = await enter(mine, { patientName });
  const { patientId: other } = await enter(mine, { patientName: 'manjunath', newPatient: true });
  expect((await enter(mine, { patientName, patientId })).patientId).toBe(patientId);
  const { patientId: id = '' } = await enter(mine, { patientName });
  const { items } = await mine(listPatients, { state: 'undecided' });
  expect(items).toMatchObject([{ id, isUndecided: true, entries: 1 }]);
  const known = (await mine(findNamesakes, { name: 'MANJUNATH' })).items;
  expect(new Set(known.map((patient) => patient.id))).toEqual(new Set([patientId, other, id]));
  await mine(updatePatient, { id, isUndecided: false, followUpOn: null });
  expect((await mine(listPatients, { state: 'undecided' })).total).toBe(0);
  const unknown = enter(mine, { patientName, patientId: UNKNOWN_ID });
  await expect(unknown).rejects.toMatchObject(invalid('patientId', 'NOT_ALLOWED'));
});

it('patients of one name are not made twice by requests at a time, or by a repeated one', async () => {
  const mine = newPractice();
  await Promise.all([1, 2, 3].map(() => enter(mine, { patientName })));
  expect(await only(mine)).toMatchObject({ entries: 3 });
  const { id: treatmentId } = await catalog.treatment();
  const request = { treatmentId, ...visit, patientName, newPatient: true } as const;
  const send = () => mine(addHistoryEntry, request, { idempotencyKey: 'another' });
  const [first, second] = await Promise.all([send(), send()]);
  expect([second, await send()]).toEqual([first, first]);
  expect((await mine(listPatients, {})).total).toBe(2);
});

it('year of birth and place stand beside the name where that is shown, and go with it', async () => {
  const mine = newPractice();
  const own = await catalog.treatment();
  const entry = await enter(mine, { patientName: 'Zacharias' }, own);
  const { treatmentId, id: entryId, diseaseId, patientId: id = '' } = entry;
  await catalog.call(publishHistoryEntry, { id: treatmentId, entryId, isPublished: true });
  const details = { birthYear: 1954, place: 'Hubballi' };
  const typed = { birthYear: '೧೯೫೪', place: ' Hubballi', followUpOn: null };
  const changed = await mine(updatePatient, { id, ...typed });
  expect(changed).toMatchObject(details);
  const seenBy = async (caller: typeof mine) => [
    ...(await readTreatment(caller, diseaseId)).history,
    ...(await caller(listHistory, { id: treatmentId })).items,
  ];
  const shown = { patientBirthYear: 1954, patientPlace: 'Hubballi' };
  expect(await seenBy(mine)).toMatchObject([shown, shown]);
  expect(JSON.stringify(await seenBy(newPractice()))).not.toMatch(/1954|Hubballi/);
  expect((await mine(exportPatient, { id })).patient).toMatchObject(details);
  const { text } = await catalog.call(exportHistory, {});
  expect(text).toContain('"Zacharias","1954","Hubballi"');
  await mine(erasePatient, { id });
  const stored = await catalog.mongo.collection('patients').find().toArray();
  expect(JSON.stringify([stored, await seenBy(mine)])).not.toMatch(/1954|Hubballi/);
});

it('a merge is undone, also after a crash: entries are of the patients that had them', async () => {
  const mine = newPractice();
  const [a = '', b = '', c = ''] = await Promise.all(
    ['A', 'B', 'C'].map(async (name) => (await enter(mine, { patientName: name })).patientId),
  );
  const followUpOn = '2026-07-01';
  await mine(updatePatient, { id: a, followUpOn });
  await mine(mergePatients, { id: b, otherId: a });
  await mine(mergePatients, { id: c, otherId: b });
  await enter(mine, { patientName: 'A' });
  const final = { code: 'MERGE_NOT_UNDOABLE' };
  await expect(mine(undoMerge, { id: c, otherId: a })).rejects.toMatchObject(final);
  const giveBack = vi.spyOn(catalog.service.get(PatientEntriesRepository), 'giveBack');
  giveBack.mockRejectedValueOnce(new Error('killed'));
  await expect(mine(undoMerge, { id: c, otherId: b })).rejects.toBeTruthy();
  await catalog.service.get(ErasuresService).repair();
  await mine(undoMerge, { id: b, otherId: a });
  const { items } = await mine(listPatients, {});
  expect(items.map((one) => [one.name, one.entries, one.followUpOn])).toEqual([
    ['A', 1, followUpOn],
    ['B', 1, undefined],
    ['C', 2, undefined],
  ]);
  await mine(mergePatients, { id: b, otherId: a });
  await catalog.change('patients', a, { $set: { mergedAt: new Date(0) } });
  await expect(mine(undoMerge, { id: b, otherId: a })).rejects.toMatchObject(final);
  await catalog.change('patients', a, { $set: { mergedAt: new Date() } });
  giveBack.mockRejectedValueOnce(new Error('killed'));
  await expect(mine(undoMerge, { id: b, otherId: a })).rejects.toBeTruthy();
  await mine(erasePatient, { id: b });
  expect((await mine(listPatientEntries, { id: a })).items).toMatchObject([{ patientName: 'A' }]);
});

it('chosen entries become those of another person of the name, once', async () => {
  const mine = newPractice();
  const [kept, moved] = [await enter(mine), await enter(mine)];
  const { id } = await only(mine);
  const request = { id, entryIds: [moved.id] };
  const split = () => mine(splitPatient, request, { idempotencyKey: 'split' });
  const created = await split();
  expect(created).toMatchObject({ name: visit.patientName, entries: 1 });
  expect(await split()).toEqual(created);
  const { items } = await mine(listPatientEntries, { id });
  expect(items.map((entry) => entry.id)).toEqual([kept.id]);
  await expect(mine(splitPatient, request)).rejects.toMatchObject(notFound('historyEntry'));
});

it('the texts of others that contain a name are listed before it is erased', async () => {
  const mine = newPractice();
  const text = { patientName: 'Om Prakash', treatmentDescription: 'For Om Prakash' };
  const { patientId: id = '', treatmentId } = await enter(mine, text);
  const sister = { patientName: 'Asha', treatmentDescription: 'Sister of OM  PRAKASH' };
  const entry = await enter(mine, sister);
  const note = await mine(addNote, { treatmentId, content: 'Om Prakash called' });
  await mine(addNote, { treatmentId, content: 'Om Prakasham' });
  await newPractice()(addNote, { treatmentId, content: 'Of another practice: Om Prakash' });
  const { items, total } = await mine(listMentions, { id });
  expect(items.map((mention) => [mention.kind, mention.id, mention.nameEn])).toEqual([
    ['note', note.id, 'Asthma'],
    ['history', entry.id, 'Asthma'],
  ]);
  expect(total).toBe(2);
});
