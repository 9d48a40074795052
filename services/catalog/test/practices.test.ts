import { ChassisModule, Handles, toObjectId } from '@ctdb/chassis';
import { buyer, newEnvelope, startTestService, testBroker, waitUntil } from '@ctdb/chassis/testing';
import {
  addFavorite,
  addHistoryEntry,
  addNote,
  exportPractice,
  findPractices,
  listFavorites,
  listPatients,
  practiceEvents,
  updateHistoryEntry,
  publishHistoryEntry,
  type EventContract,
  type ReplyOf,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller, Module, type OnModuleInit } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { mongo } from 'mongoose';
import { beforeAll, expect, it } from 'vitest';
import { PatientsRepository } from '../src/patients/patients.repository.js';
import { ownersToPractices } from '../src/practices/practices.migration.js';
import { PracticesService } from '../src/practices/practices.service.js';
import { HistoryRepository, NotesRepository } from '../src/treatments/entries.repository.js';
import { readTreatment, testCatalog } from './support/catalog.js';
import { visit } from './support/patients.js';

const id = (digit: string) => digit.repeat(24);
const MINE = id('1');
/** What billing knows. */
const known = [`user:${id('2')}`, `pass:${id('3')}`, `pass:${id('4')}`];

@Controller()
class BillingStandIn {
  @Handles(findPractices)
  find({ owners }: RequestOf<typeof findPractices>) {
    const found = owners.filter((owner) => known.includes(owner));
    return { practices: found.map((owner) => ({ owner, practice: MINE })) };
  }
}

@Module({
  imports: [ChassisModule.forRoot({ service: 'billing' })],
  controllers: [BillingStandIn],
})
class BillingStandInModule {}

const catalog = testCatalog();
beforeAll(async () => {
  await startTestService(BillingStandInModule, catalog.env);
  const timers = catalog.service.get(SchedulerRegistry);
  for (const name of timers.getTimeouts()) timers.deleteTimeout(name);
}, 30_000);

const as = (practice: string) => catalog.as(buyer('professional', undefined, practice));
const run = () => catalog.service.get(PracticesService).run();
const stored = <D extends mongo.Document = mongo.Document>(name: string) =>
  catalog.mongo.collection<D>(name);
/** A note, an entry of the usual patient and a favorite of a caller. */
const write = async (caller: typeof catalog.call, treatmentId: string, diseaseId: string) => {
  await caller(addNote, { treatmentId, content: 'Salt' });
  await caller(addFavorite, { id: diseaseId });
  return (await caller(addHistoryEntry, { treatmentId, ...visit })).id;
};

/** Stores what a practice owns as earlier versions did; without `holder` nothing says whose an entry is. */
const age = async (practice: string, enteredBy: string, holder?: string) => {
  const gone = { practice: 1, ...(holder === undefined && { patientId: 1 }) };
  const update = { $set: { enteredBy, ...(holder && { holder }) }, $unset: gone };
  for (const name of ['notes', 'history']) await stored(name).updateMany({ practice }, update);
  const patients = stored('patients');
  if (holder)
    await patients.updateMany({ practice }, { $set: { holder }, $unset: { practice: 1 } });
  else await patients.deleteMany({ practice });
  const lists = stored<mongo.Document & { _id: string }>('personal_lists');
  const list = await lists.findOneAndDelete({ _id: practice });
  await lists.insertOne({ ...list, _id: holder ?? enteredBy });
};

it('owners of earlier versions become practices, in which lists meet and equal names stay apart', async () => {
  const { id: treatmentId, diseaseId } = await catalog.treatment();
  const { id: otherId } = await catalog.disease();
  await stored('patients').dropIndexes();
  const unique = { unique: true, name: 'oneOfEachName' };
  await stored('patients').createIndex({ holder: 1, key: 1 }, unique);
  const [row = '', hour = '', plan = '', unknown] = [...known, `pass:${id('5')}`];
  const ids: string[] = [];
  for (const [enteredBy, holder] of [[hour, row], [hour, hour], [plan], [unknown]]) {
    ids.push(await write(as(id('a')), treatmentId, holder === row ? diseaseId : otherId));
    await age(`practice:${id('a')}`, enteredBy ?? '', holder);
  }
  const team = `admin:${id('a')}`;
  ids.push(await write(catalog.call, treatmentId, diseaseId));
  await age(team, team, team);
  await ownersToPractices.up(catalog.mongo);
  for (const repository of [NotesRepository, HistoryRepository, PatientsRepository])
    await catalog.service.get<OnModuleInit>(repository).onModuleInit();
  await run();
  const history = await Promise.all(
    ids.map((entry) => stored('history').findOne({ _id: toObjectId(entry) })),
  );
  const found = [...known.map(() => `practice:${MINE}`), unknown, team];
  expect(history.map((entry) => entry?.['practice'])).toEqual(found);
  const ofNotes = (await stored('notes').find().toArray()).map((note) => note['practice']);
  expect(ofNotes.sort()).toEqual(found.sort());
  expect(history[3]).not.toHaveProperty('patientId');
  const caller = as(MINE);
  const favorites = (await caller(listFavorites, {})).map((disease) => disease.id);
  expect(favorites.sort()).toEqual([diseaseId, otherId].sort());
  const { items } = await caller(listPatients, {});
  const usual = { name: visit.patientName, entries: 1 };
  expect(items).toMatchObject([usual, usual, usual]);
  // The third is of an entry that had no patient: both others have its name.
  expect(items.filter((patient) => patient.isUndecided)).toHaveLength(1);
  // An entry keeps its patient when it is corrected.
  const apart = items[1]?.id;
  const at = history.findIndex((entry) => String(entry?.['patientId']) === apart);
  const correction = { id: treatmentId, entryId: ids[at] ?? '', ...visit, practitioner: 'Dr. Rao' };
  expect((await caller(updateHistoryEntry, correction)).patientId).toBe(apart);
});

/** Publishes an event of billing. */
const publish = async (event: EventContract, payload: object) =>
  (await testBroker(catalog.env)).publish(event.name, newEnvelope(event, payload));

it('a joined practice becomes a part of the other one, also what comes late', async () => {
  const [from, into] = [id('6'), id('7')];
  const { id: treatmentId, diseaseId } = await catalog.treatment();
  const { id: otherId } = await catalog.disease();
  await write(as(from), treatmentId, diseaseId);
  await write(as(into), treatmentId, otherId);
  const editable = async () =>
    (await readTreatment(as(into), diseaseId)).history.filter(({ canEdit }) => canEdit).length;
  expect(await editable()).toBe(1);
  await publish(practiceEvents.joined, { from, into });
  await waitUntil(async () => (await editable()) === 2, 'the entries do not follow');
  expect(await as(into)(listFavorites, {})).toHaveLength(2);
  await as(from)(addHistoryEntry, { treatmentId, ...visit, patientName: 'Asha Rao' });
  await run();
  const names = (await as(into)(listPatients, {})).items.map((patient) => patient.name);
  expect(names).toEqual(['Asha Rao', 'Ravi Kumar', 'Ravi Kumar']);
  expect((await as(from)(listPatients, {})).total).toBe(0);
});

it('an erased practice is exported before, and leaves published entries without names, also of what comes late', async () => {
  const practice = id('8');
  const mine = as(practice);
  const { id: treatmentId, diseaseId } = await catalog.treatment();
  const texts = { patientName: 'Zacharias', treatmentDescription: 'Light for Zacharias' };
  const entry = await mine(addHistoryEntry, { treatmentId, ...visit, ...texts });
  await write(mine, treatmentId, diseaseId);
  const publication = { id: treatmentId, entryId: entry.id, isPublished: true };
  await catalog.call(publishHistoryEntry, publication);
  const rows: string[] = [];
  for (let after: string | undefined = 'note'; after !== undefined;) {
    const part: ReplyOf<typeof exportPractice> = await catalog.call(exportPractice, {
      practice,
      after,
    });
    rows.push(...part.text.split('\r\n').filter(Boolean));
    after = part.next;
  }
  const kinds = ['kind', 'note', 'history', 'history', 'patient', 'patient'];
  expect(rows.map((row) => /^\ufeff?"(\w+)/.exec(row)?.[1])).toEqual(kinds);
  await publish(practiceEvents.erased, { practice });
  const left = async () =>
    JSON.stringify(
      await stored('history')
        .find({ treatmentId: toObjectId(treatmentId), purgedAt: null })
        .toArray(),
    );
  await waitUntil(async () => !(await left()).includes(practice), 'the entries are not erased');
  await mine(addHistoryEntry, { treatmentId, ...visit, patientName: 'Zacharias' });
  await run();
  expect(await left()).not.toMatch(/Zacharias|Asha/);
  expect(JSON.stringify(await stored('patients').find().toArray())).not.toContain('Zacharias');
  const { history, notes } = await readTreatment(catalog.call, diseaseId);
  expect(notes).toEqual([]);
  expect(history).toMatchObject([
    { id: entry.id, patientName: '', practitioner: '•', treatmentDescription: 'Light for •' },
  ]);
  expect(await mine(listFavorites, {})).toEqual([]);
});
