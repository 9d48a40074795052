import { buyer } from '@ctdb/chassis/testing';
import {
  addHistoryEntry,
  addNote,
  createTreatment,
  deleteDisease,
  deleteHistoryEntry,
  deleteNote,
  type DomainError,
  getDisease,
  getTreatment,
  listHistory,
  listNotes,
  type MessageContract,
  publishHistoryEntry,
  publishNote,
  replaceProtocols,
  type RequestInput,
  reviewTranslation,
  updateDisease,
  updateHistoryEntry,
  updateNote,
  updatePatient,
  updateTreatment,
} from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { notFound, protocol, testCatalog, UNKNOWN_ID } from './support/catalog.js';
import { visit } from './support/patients.js';

const catalog = testCatalog();

/** A treatment with a note and an entry of a pass. */
const write = async () => {
  const { id: treatmentId, diseaseId } = await catalog.treatment();
  const author = catalog.as(buyer());
  const { id: noteId } = await author(addNote, { treatmentId, content: 'x' });
  const { id: entryId, patientId = '' } = await author(addHistoryEntry, { treatmentId, ...visit });
  return { treatmentId, diseaseId, noteId, entryId, patientId };
};
type Ids = Awaited<ReturnType<typeof write>>;

/** A message, the kind that it does not find, and its request; two texts make two different changes. */
type Row = [MessageContract, kind: string, (ids: Ids, text: string) => object];
const [FIRST, SECOND] = ['2025-07-01', '2025-07-02'] as const;
const gout = { nameEn: 'Gout', nameKn: 'ಸಂಧಿವಾತ', category: 'Metabolic' } as const;
const ofDisease = ({ diseaseId: id }: Ids) => ({ id });
const ofTreatment = ({ treatmentId: id }: Ids) => ({ id });
const ofNote = ({ treatmentId: id, noteId }: Ids) => ({ id, noteId });
const ofEntry = ({ treatmentId: id, entryId }: Ids) => ({ id, entryId });
const publication = (text: string) => ({ isPublished: text === FIRST });

const changes: Row[] = [
  [updateDisease, 'disease', (ids, notes) => ({ ...ofDisease(ids), ...gout, notes })],
  [updateTreatment, 'treatment', (ids, descriptionEn) => ({ ...ofTreatment(ids), descriptionEn })],
  [
    replaceProtocols,
    'treatment',
    ({ treatmentId }, duration) => ({ treatmentId, protocols: [{ ...protocol, duration }] }),
  ],
  [updateNote, 'note', (ids, content) => ({ ...ofNote(ids), content })],
  [publishNote, 'note', (ids, text) => ({ ...ofNote(ids), ...publication(text) })],
  [
    updateHistoryEntry,
    'historyEntry',
    (ids, practitioner) => ({ ...ofEntry(ids), ...visit, practitioner }),
  ],
  [publishHistoryEntry, 'historyEntry', (ids, text) => ({ ...ofEntry(ids), ...publication(text) })],
];
const ofPatient: Row = [
  updatePatient,
  'patient',
  ({ patientId: id }, followUpOn) => ({ id, followUpOn }),
];
const isOfEntry = (kind: string) => /^(note|historyEntry)$/.test(kind);
const entryDeletions: Row[] = [
  [deleteNote, 'note', ofNote],
  [deleteHistoryEntry, 'historyEntry', ofEntry],
];
const others: Row[] = [
  ...entryDeletions,
  [getDisease, 'disease', ofDisease],
  [deleteDisease, 'disease', ofDisease],
  [createTreatment, 'disease', ({ diseaseId }) => ({ diseaseId })],
  [getTreatment, 'treatment', ofTreatment],
  [reviewTranslation, 'treatment', ofTreatment],
  [addNote, 'treatment', ({ treatmentId }) => ({ treatmentId, content: 'x' })],
  [addHistoryEntry, 'treatment', ({ treatmentId }) => ({ treatmentId, ...visit })],
  [listNotes, 'treatment', ofTreatment],
  [listHistory, 'treatment', ofTreatment],
];

const send = ([contract, , ask]: Row, ids: Ids, text: string, ifMatch?: number) => {
  const request = { ...ask(ids, text), ...(ifMatch !== undefined && { ifMatch }) };
  return catalog.call(contract, request as RequestInput<typeof contract>);
};
/** That each row of a table does not find its kind. */
const expectMissing = async (rows: readonly Row[], ids: Ids) => {
  const answers = rows.map((row) =>
    send(row, ids, FIRST).then(
      () => [row[0].name, 'done'],
      ({ code, params }: DomainError) => [row[0].name, { code, params }],
    ),
  );
  const expected = rows.map(([{ name }, kind]) => [name, notFound(kind)]);
  expect(await Promise.all(answers)).toEqual(expected);
};

it.each([...changes, ofPatient].map((row) => [row[0].name, row] as const))(
  '%s changes the version that was read, else says what is there',
  async (_name, row) => {
    const ids = await write();
    expect(await send(row, ids, FIRST, 1)).toMatchObject({ version: 2 });
    await expect(send(row, ids, SECOND, 1)).rejects.toMatchObject({
      code: 'VERSION_CONFLICT',
      params: { current: { version: 2 } },
    });
    expect(await send(row, ids, SECOND, 2)).toMatchObject({ version: 3 });
  },
);

it('a disease is deleted in the version that was read', async () => {
  const { id } = await catalog.disease();
  await catalog.call(updateDisease, { ...gout, id });
  const stale = { code: 'VERSION_CONFLICT', params: { current: { id, version: 2, ...gout } } };
  await expect(catalog.call(deleteDisease, { id, ifMatch: 1 })).rejects.toMatchObject(stale);
  expect(await catalog.call(deleteDisease, { id, ifMatch: 2 })).toEqual({});
});

it('nothing is found under ids that nothing has, nor of a disease in the trash', async () => {
  const ids = await write();
  // An entry is looked up in its treatment.
  const all = [...changes, ...others].map(([contract, kind, ask]): Row => [
    contract,
    isOfEntry(kind) ? 'treatment' : kind,
    ask,
  ]);
  const none = Object.fromEntries(Object.keys(ids).map((key) => [key, UNKNOWN_ID])) as Ids;
  await expectMissing(all, none);
  await catalog.call(deleteDisease, { id: ids.diseaseId });
  await expectMissing(all, ids);
});

it('nothing is found of an entry in the trash, nor under another treatment', async () => {
  const ids = await write();
  const rows = [...changes.filter(([, kind]) => isOfEntry(kind)), ...entryDeletions];
  await expectMissing(rows, { ...ids, treatmentId: (await write()).treatmentId });
  for (const row of entryDeletions) await send(row, ids, FIRST);
  await expectMissing(rows, ids);
});
