import { buyer, messagesWithIds, person, type RpcCaller } from '@ctdb/chassis/testing';
import {
  addFavorite,
  addHistoryEntry,
  addNote,
  addRecent,
  type DomainError,
  erasePatient,
  exportPatient,
  findNamesakes,
  getDisease,
  getFreeSample,
  getFreeSampleImage,
  getPatient,
  getTreatmentOfDisease,
  getTrends,
  isPerson,
  listFavorites,
  listHistory,
  listMentions,
  listNotes,
  listPatientEntries,
  listPatients,
  listRecent,
  type MessageContract,
  mergePatients,
  removeFavorite,
  type RequestInput,
  searchPatients,
  splitPatient,
  type Subject,
  undoMerge,
  updateHistoryEntry,
  updateNote,
  updatePatient,
} from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { testCatalog } from './support/catalog.js';
import { visit } from './support/patients.js';

const catalog = testCatalog();

let last = 0;
const nextId = () => `${(last += 1)}`.padStart(24, '0');
/** Someone new of each kind that has objects of its own. */
const kinds: Record<string, () => Subject> = {
  'an hourly pass': () => buyer('hourly', undefined, nextId()),
  'a plan': () => buyer('professional', undefined, nextId()),
  'a practitioner': () => person('practitioner', { id: nextId() }),
};

const NOTE = 'Sleeps badly';
const NAME = 'Zacharias Rao';
const enter = (caller: RpcCaller, treatmentId: string, patientName: string) =>
  caller(addHistoryEntry, { ...visit, treatmentId, patientName });

/** One of each object that `author` can have. */
const write = async (author: Subject) => {
  const call = catalog.as(author);
  const { id: treatmentId, diseaseId } = await catalog.treatment();
  const { id: noteId } = await call(addNote, { treatmentId, content: NOTE });
  const { id: entryId, patientId = '' } = await enter(call, treatmentId, NAME);
  const { patientId: mergedId = '' } = await enter(call, treatmentId, 'Merged');
  await call(mergePatients, { id: patientId, otherId: mergedId });
  await call(addFavorite, { id: diseaseId });
  await call(addRecent, { id: diseaseId });
  return { treatmentId, diseaseId, noteId, entryId, patientId, mergedId };
};
type Objects = Awaited<ReturnType<typeof write>>;

const readAll = async (author: Subject, { treatmentId, noteId, patientId }: Objects) => {
  const call = catalog.as(author);
  const { items } = await call(listNotes, { id: treatmentId });
  return {
    note: items.find(({ id }) => id === noteId),
    entries: await call(listPatientEntries, { id: patientId }),
    patients: await call(listPatients, {}),
    favorites: await call(listFavorites, {}),
    recent: await call(listRecent, {}),
  };
};

/**
 * `missing`: NOT_FOUND. `uneditable`: FORBIDDEN where the caller sees the entry, else NOT_FOUND.
 * `hidden`: answered without what is the author's alone. `own`: concerns the caller's own objects.
 */
type Outcome = 'missing' | 'uneditable' | 'hidden' | 'own';
/** The error's code, or the reply. The team sees notes of buyers, and all see notes of the team. */
const expected = (outcome: Outcome, isTeams: boolean): RegExp =>
  ({
    missing: / NOT_FOUND$/,
    uneditable: isTeams ? / FORBIDDEN$/ : / NOT_FOUND$/,
    hidden: isTeams ? /^\S+ \{(?!.*Zacharias)/ : /^\S+ \{(?!.*(Zacharias|Sleeps))/,
    own: /^\S+ \{/,
  })[outcome];

/** The request with the ids of an author's objects, and of a patient of the caller's own. */
type Ask = (ids: Objects & { ownPatientId: string }) => object;
const ofDisease: Ask = ({ diseaseId }) => ({ id: diseaseId });
const ofTreatment: Ask = ({ treatmentId }) => ({ id: treatmentId });
const ofPatient: Ask = ({ patientId }) => ({ id: patientId });

type Row = [MessageContract, Outcome, Ask];

const table: Row[] = [
  [getTreatmentOfDisease, 'hidden', ({ diseaseId }) => ({ diseaseId })],
  [listNotes, 'hidden', ofTreatment],
  [listHistory, 'hidden', ofTreatment],
  [listPatients, 'hidden', () => ({})],
  [searchPatients, 'hidden', () => ({ name: 'Zacharias' })],
  [findNamesakes, 'missing', ({ patientId }) => ({ name: NAME, patientId })],
  [listMentions, 'missing', ofPatient],
  [undoMerge, 'missing', ({ patientId: id, mergedId: otherId }) => ({ id, otherId })],
  [splitPatient, 'missing', ({ patientId: id, entryId }) => ({ id, entryIds: [entryId] })],
  [addNote, 'own', ({ treatmentId }) => ({ treatmentId, content: 'x' })],
  // The name of another's patient is that of an own one.
  [addHistoryEntry, 'own', ({ treatmentId }) => ({ ...visit, treatmentId, patientName: NAME })],
  [updateNote, 'uneditable', ({ treatmentId: id, noteId }) => ({ id, noteId, content: 'x' })],
  [updateHistoryEntry, 'uneditable', ({ treatmentId: id, entryId }) => ({ ...visit, id, entryId })],
  [getPatient, 'missing', ofPatient],
  [listPatientEntries, 'missing', ofPatient],
  [exportPatient, 'missing', ofPatient],
  [updatePatient, 'missing', ({ patientId: id }) => ({ id, followUpOn: '2026-01-12' })],
  [mergePatients, 'missing', ({ patientId: id, ownPatientId: otherId }) => ({ id, otherId })],
  [mergePatients, 'missing', ({ ownPatientId: id, patientId: otherId }) => ({ id, otherId })],
  [erasePatient, 'missing', ofPatient],
  [addFavorite, 'own', ofDisease],
  [removeFavorite, 'own', ofDisease],
  [addRecent, 'own', ofDisease],
];

/** What all readers share. */
const shared: Record<string, string> = {
  [getDisease.name]: 'the registry',
  [getFreeSample.name]: 'what visitors read',
  [getFreeSampleImage.name]: 'what visitors read',
  [getTrends.name]: 'figures of the team’s and of published entries',
};

it('objects of another practice have a row for each message with an id', () => {
  const covered = new Set([...table.map(([{ name }]) => name), ...Object.keys(shared)]);
  expect(messagesWithIds('catalog').filter((message) => !covered.has(message))).toEqual([]);
});

it.each(Object.entries(kinds))(
  'objects of another practice of %s',
  async (_kind, newCaller) => {
    const author = newCaller();
    const ids = await write(author);
    const { treatmentId } = ids;
    const ownPatient = async (subject: Subject, name: string) =>
      (await enter(catalog.as(subject), treatmentId, name)).patientId ?? '';
    const strangers = await Promise.all(
      Object.values(kinds).map(async (newStranger) => {
        const stranger = newStranger();
        return [stranger, await ownPatient(stranger, 'Asha')] as const;
      }),
    );
    const attempt = async (subject: Subject, ownPatientId: string, [contract, , ask]: Row) => {
      const request = ask({ ...ids, ownPatientId }) as RequestInput<typeof contract>;
      const answer = catalog
        .as(subject)(contract, request)
        .then(
          (reply) => JSON.stringify(reply),
          ({ code }: DomainError) => code,
        );
      return `${contract.name} ${await answer}`;
    };
    const before = await readAll(author, ids);
    for (const row of table) {
      const attempts = strangers.map(async ([stranger, patientId]) => {
        const isTeams = isPerson(author) || isPerson(stranger);
        expect(await attempt(stranger, patientId, row)).toMatch(expected(row[1], isTeams));
      });
      await Promise.all(attempts);
    }
    expect(await readAll(author, ids)).toEqual(before);
    // The ids are right: the author may.
    for (const [index, row] of table.entries()) {
      ids.patientId = await ownPatient(author, NAME);
      const other = await ownPatient(author, `Asha ${index}`);
      expect(await attempt(author, other, row)).toMatch(expected('own', true));
    }
  },
  120_000,
);
