import {
  addColor,
  addHistoryEntry,
  createDisease,
  deleteNote,
  getDisease,
  listDiseases,
  replaceProtocols,
  restoreFromTrash,
  updateDisease,
  type MessageContract,
} from '@ctdb/contracts';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { testCatalog } from './support/catalog.js';
import { visit } from './support/patients.js';

const catalog = testCatalog();

/** The same message, but its sender checks nothing: what arrives is up to the service. */
const unchecked = (contract: MessageContract): MessageContract => ({
  ...contract,
  request: z.unknown(),
  reply: z.unknown(),
});

const collections = ['diseases', 'treatments', 'notes', 'history', 'changes', 'colors'];
/** All that is stored but the events that are just being published. */
const content = () => {
  const withoutEvents = { projection: { outbox: 0 } };
  const all = collections.map((name) => catalog.mongo.collection(name).find({}, withoutEvents));
  return Promise.all(all.map((found) => found.toArray()));
};

const good = { nameEn: 'A', nameKn: 'ಅ', category: 'Skin', notes: '' };
let id: string;
let treatmentId: string;

beforeAll(async () => {
  ({ diseaseId: id, id: treatmentId } = await catalog.treatment());
});

const operators = [{ $ne: null }, { $where: 'sleep(1000)' }, [{ $exists: true }]];
const broken = ['\ud800', 'a\u0000b', 'a\u001bb', 7, null, ['x'], { toString: 'x' }];
type Case = [MessageContract, unknown];
const cases = (): Case[] => [
  ...operators.flatMap((operator): Case[] => [
    [getDisease, { id: operator }],
    [listDiseases, { search: operator, category: operator }],
    [updateDisease, { ...good, id, ifMatch: operator }],
    [deleteNote, { id: treatmentId, noteId: operator }],
    [addHistoryEntry, { ...visit, treatmentId, outcome: operator }],
    [restoreFromTrash, { kind: operator, id }],
  ]),
  ...broken.flatMap((text): Case[] => [
    [createDisease, { ...good, nameKn: text }],
    [addHistoryEntry, { ...visit, treatmentId, patientName: text }],
  ]),
  [createDisease, { ...good, category: 'All' }],
  [createDisease, { ...good, notes: 'x'.repeat(10_000_000) }],
  [createDisease, null],
  [addColor, { nameEn: 'Coral', nameKn: 'ಹವಳ', value: '#ff7f50;background:url(x)' }],
  [addHistoryEntry, { ...visit, treatmentId, date: '2025-02-30' }],
  [replaceProtocols, { treatmentId, protocols: Array(51).fill({ color: 'red' }) }],
  [listDiseases, { limit: 1_001 }],
];

it('hostile input is refused with VALIDATION_FAILED, and stores nothing', async () => {
  const before = await content();
  for (const [contract, request] of cases()) {
    const answer = catalog.call(unchecked(contract), request);
    await expect(answer).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  }
  expect(await content()).toEqual(before);
}, 60_000);

it('hostile input in properties that a contract does not know is left out', async () => {
  const unknown = JSON.parse(
    `{"_id":"${'f'.repeat(24)}","$set":{"version":99},"__proto__":{"version":98},"isSample":true}`,
  ) as object;
  const request = { ...good, ...unknown };
  const created = (await catalog.call(unchecked(createDisease), request)) as { id: string };
  const stored = await catalog.call(getDisease, { id: created.id });
  expect(stored).toMatchObject({ version: 1, isSample: false });
  expect(created.id).not.toBe('f'.repeat(24));
  const entry = { ...visit, treatmentId, enteredBy: 'admin:1' };
  const added = await catalog.call(unchecked(addHistoryEntry), entry);
  expect(JSON.stringify(added)).not.toContain('admin:1');
});

it('hostile input in a search is only text', async () => {
  for (const search of ['.*', '$where', '(z+)+$', '\\', '[', '"; drop', "' or 1=1", '%00'])
    expect((await catalog.call(listDiseases, { search })).total).toBe(0);
});
