import {
  addHistoryEntry,
  addNote,
  createDisease,
  createTreatment,
  deleteNote,
  diseaseInput,
  listDiseases,
  listHistory,
  listNotes,
  replaceProtocols,
  type MessageContract,
  type RequestInput,
} from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { DiseasesService } from '../src/diseases/diseases.service.js';
import { TrashService } from '../src/trash/trash.service.js';
import { HistoryService } from '../src/treatments/history.service.js';
import { NotesService } from '../src/treatments/notes.service.js';
import { TreatmentsService } from '../src/treatments/treatments.service.js';
import { commandContext, notFound, protocol, testCatalog } from './support/catalog.js';
import { visit } from './support/patients.js';

const catalog = testCatalog();
const input = diseaseInput.parse({ nameEn: 'Gout', nameKn: 'ಸಂಧಿವಾತ', category: 'Metabolic' });

/** The contexts of four commands. */
const contexts = () =>
  [commandContext(), commandContext(), commandContext(), commandContext()] as const;

/** Calls like a bus that delivers the same command three times, twice of them at once. */
const thrice = async <T>(deliver: () => Promise<T>): Promise<T> => {
  const [first, second] = await Promise.all([deliver(), deliver()]);
  expect(second).toEqual(first);
  expect(await deliver()).toEqual(first);
  return first;
};

it('a command that is delivered again creates, changes, deletes and restores a disease once', async () => {
  const service = catalog.service.get(DiseasesService);
  const trash = catalog.service.get(TrashService);
  const [create, update, remove, restore] = contexts();
  const { id } = await thrice(() => service.create(input, create));
  const { total } = await catalog.call(listDiseases, { search: 'Gout' });
  expect(total).toBe(1);

  const change = { ...input, id, notes: 'Toe', ifMatch: 1 };
  const changed = await thrice(() => service.update(change, update));
  expect(changed.version).toBe(2);
  await thrice(() => service.delete({ id, ifMatch: 2 }, remove));
  await thrice(() => trash.restore({ kind: 'disease', id }, restore));
  // The deletion, late: it must not happen to the restored disease.
  await service.delete({ id, ifMatch: 2 }, remove);
  expect((await service.get(id)).version).toBe(4);
});

it('a command that is delivered again changes nothing that another command wrote meanwhile', async () => {
  const service = catalog.service.get(DiseasesService);
  const context = commandContext();
  const { id } = await catalog.disease();
  await service.update({ ...input, id, notes: 'mine' }, context);
  await service.update({ ...input, id, notes: 'theirs' }, commandContext());
  await service.update({ ...input, id, notes: 'mine' }, context);
  expect(await service.get(id)).toMatchObject({ notes: 'theirs', version: 3 });
});

it('a command that is delivered again creates one treatment, changes, reviews it and replaces its protocols once', async () => {
  const service = catalog.service.get(TreatmentsService);
  const [create, update, review, replace] = contexts();
  const { id: diseaseId } = await catalog.disease();
  const blue = { descriptionEn: 'Blue', descriptionKn: 'ನೀಲಿ', machineTranslatedBy: 'google' };
  const { id } = await thrice(() => service.create({ diseaseId, ...blue }, create));
  const changed = await thrice(() => service.update({ id, ...blue, ifMatch: 1 }, update));
  expect(changed.version).toBe(2);
  const read = await thrice(() => service.reviewTranslation({ id, ifMatch: 2 }, review));
  expect(read.version).toBe(3);
  const protocols = [protocol];
  const request = replaceProtocols.request.parse({ treatmentId: id, protocols, ifMatch: 3 });
  const replaced = await thrice(() => service.replaceProtocols(request, replace));
  expect(replaced.version).toBe(4);
});

it('a command that is delivered again adds one note and one history entry, and deletes a note once', async () => {
  const notes = catalog.service.get(NotesService);
  const history = catalog.service.get(HistoryService);
  const [add, enter, remove] = contexts();
  const { id: treatmentId } = await catalog.treatment();
  const newNote = addNote.request.parse({ treatmentId, content: 'C' });
  const note = await thrice(() => notes.add(newNote, add));
  const entry = addHistoryEntry.request.parse({ treatmentId, ...visit });
  await thrice(() => history.add(entry, enter));
  expect((await catalog.call(listNotes, { id: treatmentId })).total).toBe(1);
  expect((await catalog.call(listHistory, { id: treatmentId })).total).toBe(1);
  await thrice(() => notes.delete({ treatmentId, id: note.id }, remove));
  const again = catalog.call(deleteNote, { id: treatmentId, noteId: note.id });
  await expect(again).rejects.toMatchObject(notFound('note'));
});

const ofTreatment = async () => ({ treatmentId: (await catalog.treatment()).id });
const ofDisease = async () => ({ diseaseId: (await catalog.disease()).id });
const none = () => Promise.resolve({});
it.each<[MessageContract, () => Promise<object>, object, object]>([
  [createDisease, none, input, { nameEn: 'Twice' }],
  [createTreatment, ofDisease, {}, { descriptionEn: 'Other' }],
  [addNote, ofTreatment, { content: 'x' }, { content: 'y' }],
  [addHistoryEntry, ofTreatment, visit, { practitioner: 'y' }],
])(
  'a command that is delivered again is known by its idempotency key: %#',
  async (contract, newParent, fields, other) => {
    const request = { ...(await newParent()), ...fields } as RequestInput<typeof contract>;
    const key = { idempotencyKey: 'once' };
    const first = await catalog.call(contract, request, key);
    expect(await catalog.call(contract, request, key)).toEqual(first);
    const reused = catalog.call(contract, { ...(request as object), ...other }, key);
    await expect(reused).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  },
);
