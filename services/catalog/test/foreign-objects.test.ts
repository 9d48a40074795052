import { messagesWithIds, passHolder, person, type RpcCaller } from '@ctdb/chassis/testing';
import {
  addFavorite,
  addHistoryEntry,
  addNote,
  addRecent,
  type DomainError,
  erasePatient,
  exportPatient,
  getDisease,
  getPatient,
  getTreatmentOfDisease,
  getTrends,
  isPerson,
  listFavorites,
  listHistory,
  listNotes,
  listPatientEntries,
  listPatients,
  listRecent,
  mergePatients,
  removeFavorite,
  searchPatients,
  type Subject,
  updateHistoryEntry,
  updateNote,
  updatePatient,
} from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { testCatalog } from './support/catalog.js';
import { visit } from './support/patients.js';

const catalog = testCatalog();

let last = 0;
const nextId = () => `${(last += 1)}`.padStart(24, '0');
/** Someone new of each kind that has objects of its own. */
const kinds: Record<string, () => Subject> = {
  'an hourly pass': () => passHolder('hourly', nextId()),
  'a plan': () => passHolder('professional', nextId(), `user:${last}`),
  'a practitioner': () => person('practitioner', { id: nextId() }),
};

const NOTE = 'Sleeps badly';
const NAME = 'Zacharias Rao';
const enter = (caller: RpcCaller, treatmentId: string, patientName: string) =>
  caller(addHistoryEntry, { ...visit, treatmentId, patientName });

/** One of each object that `holder` can have. */
const write = async (holder: Subject) => {
  const call = catalog.as(holder);
  const { id: treatmentId, diseaseId } = await catalog.treatment();
  const { id: noteId } = await call(addNote, { treatmentId, content: NOTE });
  const { id: entryId, patientId = '' } = await enter(call, treatmentId, NAME);
  await call(addFavorite, { id: diseaseId });
  await call(addRecent, { id: diseaseId });
  return { treatmentId, diseaseId, noteId, entryId, patientId };
};
type Objects = Awaited<ReturnType<typeof write>>;

const readAll = async (holder: Subject, { treatmentId, noteId, patientId }: Objects) => {
  const call = catalog.as(holder);
  const { items } = await call(listNotes, { id: treatmentId });
  return {
    note: items.find(({ id }) => id === noteId),
    entries: await call(listPatientEntries, { id: patientId }),
    patients: await call(listPatients, {}),
    favorites: await call(listFavorites, {}),
    recent: await call(listRecent, {}),
  };
};

/** With the ids of a holder's objects, and of a patient of the caller's own. */
type Attempt = (call: RpcCaller, ids: Objects & { ownPatientId: string }) => Promise<unknown>;
/**
 * `missing`: NOT_FOUND. `uneditable`: FORBIDDEN where the caller sees the entry, else NOT_FOUND.
 * `hidden`: answered without what is the holder's alone. `own`: concerns the caller's own objects.
 */
type Outcome = 'missing' | 'uneditable' | 'hidden' | 'own';
/** The error's code, or the reply. The team sees notes of holders, and all see notes of the team. */
const expected = (outcome: Outcome, isTeams: boolean): RegExp =>
  ({
    missing: /^NOT_FOUND$/,
    uneditable: isTeams ? /^FORBIDDEN$/ : /^NOT_FOUND$/,
    hidden: isTeams ? /^\{(?!.*Zacharias)/ : /^\{(?!.*(Zacharias|Sleeps))/,
    own: /^\{/,
  })[outcome];

const table: [message: string, outcome: Outcome, attempt: Attempt][] = [
  [
    getTreatmentOfDisease.name,
    'hidden',
    (call, { diseaseId }) => call(getTreatmentOfDisease, { diseaseId }),
  ],
  [listNotes.name, 'hidden', (call, { treatmentId: id }) => call(listNotes, { id })],
  [listHistory.name, 'hidden', (call, { treatmentId: id }) => call(listHistory, { id })],
  [listPatients.name, 'hidden', (call) => call(listPatients, {})],
  [searchPatients.name, 'hidden', (call) => call(searchPatients, { name: 'Zacharias' })],
  [addNote.name, 'own', (call, { treatmentId }) => call(addNote, { treatmentId, content: 'x' })],
  // The name of another's patient is that of an own one.
  [addHistoryEntry.name, 'own', (call, { treatmentId }) => enter(call, treatmentId, NAME)],
  [
    updateNote.name,
    'uneditable',
    (call, { treatmentId: id, noteId }) => call(updateNote, { id, noteId, content: 'x' }),
  ],
  [
    updateHistoryEntry.name,
    'uneditable',
    (call, { treatmentId: id, entryId }) => call(updateHistoryEntry, { ...visit, id, entryId }),
  ],
  [getPatient.name, 'missing', (call, { patientId: id }) => call(getPatient, { id })],
  [
    listPatientEntries.name,
    'missing',
    (call, { patientId: id }) => call(listPatientEntries, { id }),
  ],
  [exportPatient.name, 'missing', (call, { patientId: id }) => call(exportPatient, { id })],
  [
    updatePatient.name,
    'missing',
    (call, { patientId: id }) => call(updatePatient, { id, followUpOn: '2026-01-12' }),
  ],
  [
    mergePatients.name,
    'missing',
    (call, { patientId: id, ownPatientId: otherId }) => call(mergePatients, { id, otherId }),
  ],
  [
    mergePatients.name,
    'missing',
    (call, { ownPatientId: id, patientId: otherId }) => call(mergePatients, { id, otherId }),
  ],
  [erasePatient.name, 'missing', (call, { patientId: id }) => call(erasePatient, { id })],
  [addFavorite.name, 'own', (call, { diseaseId: id }) => call(addFavorite, { id })],
  [removeFavorite.name, 'own', (call, { diseaseId: id }) => call(removeFavorite, { id })],
  [addRecent.name, 'own', (call, { diseaseId: id }) => call(addRecent, { id })],
];

/** What all readers share. */
const shared: Record<string, string> = {
  [getDisease.name]: 'the registry',
  [getTrends.name]: 'figures of the team’s and of published entries',
};

const cases = table.flatMap(([message, ...row]) =>
  Object.entries(kinds).map(([kind, newHolder]) => [kind, message, newHolder, ...row] as const),
);

describe('objects of another holder', () => {
  it('have a row for each message with an id', () => {
    const covered = new Set([...table.map(([message]) => message), ...Object.keys(shared)]);
    expect(messagesWithIds('catalog').filter((message) => !covered.has(message))).toEqual([]);
  });

  it.each(cases)('of %s: %s', async (_kind, _message, newHolder, outcome, attempt) => {
    const holder = newHolder();
    const ids = await write(holder);
    const attemptBy = async (caller: Subject): Promise<string> => {
      const call = catalog.as(caller);
      const { patientId: ownPatientId = '' } = await enter(call, ids.treatmentId, 'Asha');
      return attempt(call, { ...ids, ownPatientId }).then(
        (reply) => JSON.stringify(reply),
        ({ code }: DomainError) => code,
      );
    };
    const before = await readAll(holder, ids);
    for (const newStranger of Object.values(kinds)) {
      const stranger = newStranger();
      const isTeams = isPerson(holder) || isPerson(stranger);
      expect(await attemptBy(stranger)).toMatch(expected(outcome, isTeams));
      expect(await readAll(holder, ids)).toEqual(before);
    }
    // The ids are right: the holder may.
    expect(await attemptBy(holder)).toMatch(expected('own', true));
  });
});
