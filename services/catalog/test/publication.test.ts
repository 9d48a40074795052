import { toObjectId } from '@ctdb/chassis';
import { buyer, eventSpy, person } from '@ctdb/chassis/testing';
import {
  addHistoryEntry,
  addNote,
  entryEvents,
  getAnalytics,
  getDiseaseFilters,
  getTreatmentOfDisease,
  getTrends,
  listDiseases,
  listHistory,
  listNotes,
  MAX_EMBEDDED_ENTRIES,
  personRoles,
  publishHistoryEntry,
  publishNote,
  updateNote,
  type Subject,
} from '@ctdb/contracts';
import { Types } from 'mongoose';
import { expect, it, vi } from 'vitest';
import { NotesRepository } from '../src/treatments/entries.repository.js';
import { TreatmentsService } from '../src/treatments/treatments.service.js';
import { readTreatment, testCatalog, invalid } from './support/catalog.js';
import { visit as oldVisit } from './support/patients.js';

const catalog = testCatalog();
const id = (digit: string) => digit.repeat(24);
const author = buyer('professional', id('1'), id('6'));
/** The same practice with another plan, and readers of each kind of other practices. */
const laterPlan = buyer('hourly', id('2'), id('6'));
const others: [Subject, Subject, Subject] = [
  buyer('hourly', id('3'), id('7')),
  buyer('premium', id('4'), id('8')),
  // A purchase that has come to another practice.
  buyer('professional', id('1'), id('9')),
];

/** The team: persons of each role. */
const team = personRoles.map((role, at) => person(role, { id: id('abcd'.charAt(at)) }));

const visit = { ...oldVisit, date: new Date().toISOString(), patientName: 'Zacharias Rao' };

/** A treatment with a note and an entry of the team, and then one each of a buyer. */
const written = async () => {
  const { call, as } = catalog;
  const { id: treatmentId, diseaseId } = await catalog.treatment();
  await call(addNote, { treatmentId, content: 'For all' });
  await call(addHistoryEntry, { treatmentId, ...oldVisit, patientName: 'Ravi' });
  const note = await as(author)(addNote, { treatmentId, content: 'Mine' });
  const outcome = 'Resolved';
  const entry = await as(author)(addHistoryEntry, { treatmentId, ...visit, outcome });
  const publish = async (isPublished: boolean) => {
    await call(publishNote, { id: treatmentId, noteId: note.id, isPublished });
    await call(publishHistoryEntry, { id: treatmentId, entryId: entry.id, isPublished });
  };
  return { treatmentId, diseaseId, note, entry, publish };
};
type Written = Awaited<ReturnType<typeof written>>;

/** What a reader gets of a treatment, its lists, their further pages and the figures. */
const readAs = async (subject: Subject, { treatmentId, diseaseId }: Written) => {
  const read = catalog.as(subject);
  const { notes, history, notesCount, historyCount } = await readTreatment(read, diseaseId);
  const pages = { id: treatmentId, limit: 1, page: 2 };
  const all = await read(listNotes, { id: treatmentId });
  const entries = await read(listHistory, { id: treatmentId });
  expect(all).toEqual({ items: notes, total: notesCount });
  expect(entries).toEqual({ items: history, total: historyCount });
  const further = [await read(listNotes, pages), await read(listHistory, pages)];
  expect(further.map(({ total }) => total)).toEqual([notesCount, historyCount]);
  return {
    notes: notes.map(({ content }) => content),
    treatments: history.map(({ outcome }) => outcome),
    further: further.map(({ items }) => items.length),
  };
};

const everything = {
  notes: ['Mine', 'For all'],
  treatments: ['Resolved', 'Improved'],
  further: [1, 1],
};
const teamsAlone = { notes: ['For all'], treatments: ['Improved'], further: [0, 0] };

it('what a buyer writes is marked, and seen and counted by its practice and the team alone', async () => {
  const { call } = catalog;
  const shown = await written();
  for (const entry of [shown.note, shown.entry])
    expect(entry).toMatchObject({ isPublished: false, canEdit: true, canPublish: false });
  expect(await readAs(author, shown)).toEqual(everything);
  expect(await readAs(laterPlan, shown)).toEqual(everything);
  for (const someone of team) expect(await readAs(someone, shown)).toEqual(everything);
  for (const other of others) expect(await readAs(other, shown)).toEqual(teamsAlone);
  const { notes, history } = await readTreatment(call, shown.diseaseId);
  for (const [theirs, ours] of [notes, history]) {
    expect(theirs).toMatchObject({ isPublished: false, canPublish: true });
    expect(ours).toMatchObject({ isPublished: true, canPublish: false });
  }
});

it('what a buyer writes leaves what others know as it is, down to the ETag', async () => {
  const { call, as } = catalog;
  const { id: treatmentId, diseaseId } = await catalog.treatment();
  const read = (caller: typeof call, knownEtag?: string) =>
    caller(getTreatmentOfDisease, { diseaseId, knownEtag });
  const etagOf = async (caller: typeof call) => {
    const reply = await read(caller);
    return 'etag' in reply ? reply.etag : undefined;
  };
  const known = await etagOf(as(author));
  await as(author)(addNote, { treatmentId, content: 'Mine' });
  const own = await etagOf(as(author));
  expect(new Set([known, own, await etagOf(call)]).size).toBe(3);
  for (const reader of others.map(as)) {
    expect(await read(reader, known)).toEqual({ notModified: true });
    expect(await read(reader, own)).toMatchObject({ notes: [], notesCount: 0 });
  }
});

it('what a buyer writes is hidden behind more entries than a treatment embeds, and among them', async () => {
  const { call, as } = catalog;
  const { id: treatmentId, diseaseId } = await catalog.treatment();
  await as(author)(addNote, { treatmentId, content: 'Mine' });
  const { id } = await call(addNote, { treatmentId, content: 'For all' });
  const stored = catalog.mongo.collection('notes');
  // Copies, because that many commands take long.
  const note = await stored.findOne({ _id: toObjectId(id) });
  await stored.insertMany(
    Array.from({ length: MAX_EMBEDDED_ENTRIES - 1 }, () => ({
      ...note,
      _id: new Types.ObjectId(),
      outbox: [],
    })),
  );
  const read = async (subject: Subject) => {
    const { notes, notesCount } = await readTreatment(as(subject), diseaseId);
    return [notesCount, notes.some(({ content }) => content === 'Mine, newer')];
  };
  expect(await read(author)).toEqual([MAX_EMBEDDED_ENTRIES + 1, false]);
  const { notes: shown } = await readTreatment(as(author), diseaseId);
  expect(shown).toHaveLength(MAX_EMBEDDED_ENTRIES);
  expect(await read(others[0])).toEqual([MAX_EMBEDDED_ENTRIES, false]);
  await as(author)(addNote, { treatmentId, content: 'Mine, newer' });
  // As if the entries were deleted between the two queries.
  const notes = catalog.service.get(NotesRepository);
  vi.spyOn(notes, 'findUnpublishedOwners').mockResolvedValueOnce([]);
  expect(await read(others[0])).toEqual([MAX_EMBEDDED_ENTRIES, false]);
  expect(await read(author)).toEqual([MAX_EMBEDDED_ENTRIES + 2, true]);
});

it('what a buyer writes is counted in no figures, and nothing is found by it', async () => {
  const { call, as } = catalog;
  const { diseaseId, publish } = await written();
  const figures = async () => {
    const found = others.map(async (other) => {
      const { items } = await as(other)(listDiseases, { outcome: 'Resolved' });
      const { outcomes } = await as(other)(getDiseaseFilters, {});
      const isFound = items.some((disease) => disease.id === diseaseId);
      return [isFound, outcomes.find(({ value }) => value === 'Resolved')?.count ?? 0];
    });
    const { historyEntries, patients, outcomes } = await call(getAnalytics, {});
    const { total } = await call(getTrends, { diseaseId });
    const counted = { historyEntries, patients, resolved: outcomes.Resolved ?? 0, total };
    return { ...counted, found: await Promise.all(found) };
  };
  const before = await figures();
  expect(before).toMatchObject({ total: 0, found: others.map(() => [false, 0]) });
  await publish(true);
  const { historyEntries, patients } = before;
  expect(await figures()).toEqual({
    historyEntries: historyEntries + 1,
    patients: patients + 1,
    resolved: 1,
    total: 1,
    found: others.map(() => [true, 1]),
  });
  await publish(false);
  expect(await figures()).toEqual(before);
});

it('publishing shows an entry to all readers of each replica at once, and is undone', async () => {
  const shown = await written();
  const other = await catalog.replica();
  const seenThere = async (subject: Subject) => {
    const { diseaseId } = shown;
    const reply = await other.get(TreatmentsService).getDetail({ diseaseId }, subject);
    return 'notes' in reply && [reply.notesCount, reply.historyCount, reply.history[0]];
  };
  for (const isPublished of [false, true, false]) {
    await shown.publish(isPublished);
    const count = isPublished ? 2 : 1;
    // Names stay with the practice.
    const entry = { patientName: isPublished ? 'Z. R.' : 'R.', patientNameMasked: true };
    for (const subject of others)
      expect(await seenThere(subject)).toMatchObject([count, count, entry]);
    expect(await readAs(others[0], shown)).toEqual(isPublished ? everything : teamsAlone);
    expect(await readAs(author, shown)).toEqual(everything);
  }
});

it('publishing is published as an event, and not done twice', async () => {
  const { call, env } = catalog;
  const spy = await eventSpy(env, ...Object.values(entryEvents));
  const { treatmentId, diseaseId, note } = await written();
  const request = { id: treatmentId, noteId: note.id, isPublished: true };
  const published = { isPublished: true, version: 2 };
  for (let times = 0; times < 2; times += 1)
    expect(await call(publishNote, request)).toMatchObject(published);
  await call(publishNote, { ...request, isPublished: false });
  const mine = ({ payload }: { payload: { id: string } }) => payload.id === note.id;
  const payload = { id: note.id, treatmentId, diseaseId };
  expect((await spy.waitFor(entryEvents.notePublished, mine)).payload).toEqual(payload);
  expect((await spy.waitFor(entryEvents.noteUnpublished, mine)).payload).toEqual(payload);
  expect(spy.of(entryEvents.notePublished).filter(mine)).toHaveLength(1);
});

it('publishing is taken back by a correction of its practice, not by one of the team', async () => {
  const { call, as } = catalog;
  const { treatmentId, note, publish } = await written();
  await publish(true);
  const correction = { id: treatmentId, noteId: note.id, content: 'Ours' };
  expect(await call(updateNote, correction)).toMatchObject({ isPublished: true });
  const editable = others.map(async (other) => {
    const [seen] = (await as(other)(listNotes, { id: treatmentId })).items;
    return [seen?.content, seen?.canEdit];
  });
  expect(await Promise.all(editable)).toEqual(others.map(() => ['Ours', false]));
  const own = { ...correction, content: 'Mine again' };
  expect(await as(laterPlan)(updateNote, own)).toMatchObject({ isPublished: false });
  for (const other of others)
    expect((await as(other)(listNotes, { id: treatmentId })).total).toBe(1);
});

it('publishing is not for what the team writes', async () => {
  const { call } = catalog;
  const { id } = await catalog.treatment();
  const { id: noteId } = await call(addNote, { treatmentId: id, content: 'Ours' });
  const hide = call(publishNote, { id, noteId, isPublished: false });
  await expect(hide).rejects.toMatchObject(invalid('isPublished', 'NOT_ALLOWED'));
});
