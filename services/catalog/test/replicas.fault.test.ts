import { toObjectId } from '@ctdb/chassis';
import { admin, type TestService } from '@ctdb/chassis/testing';
import {
  addHistoryEntry,
  addNote,
  createTreatment,
  diseaseInput,
  listDiseases,
  replaceProtocols,
  type Disease,
  type RequestInput,
} from '@ctdb/contracts';
import { beforeAll, expect, it, vi } from 'vitest';
import { AnalyticsService } from '../src/analytics/analytics.service.js';
import { DiseasesService } from '../src/diseases/diseases.service.js';
import { ChangesRepository, PAGE_LENGTH } from '../src/diseases/projection/changes.repository.js';
import { RegistryProjection } from '../src/diseases/projection/registry-projection.js';
import { RegistrySourceRepository } from '../src/diseases/projection/registry-source.repository.js';
import { HistoryService } from '../src/treatments/history.service.js';
import { NotesService } from '../src/treatments/notes.service.js';
import { TreatmentsService } from '../src/treatments/treatments.service.js';
import { commandContext, protocol, testCatalog } from './support/catalog.js';
import { visit } from './support/patients.js';

const catalog = testCatalog();

/** One of two catalogs on the same database: where to write, and what its registry says. */
const replica = (service: TestService) => ({
  diseases: service.get(DiseasesService),
  registry: service.get(RegistryProjection),
  source: service.get(RegistrySourceRepository),
  changes: service.get(ChangesRepository),
  treatments: service.get(TreatmentsService),
  notes: service.get(NotesService),
  history: service.get(HistoryService),
  analytics: service.get(AnalyticsService),
  view: async (diseaseId: string) => {
    const reply = await service.get(TreatmentsService).getDetail({ diseaseId }, admin());
    if ('notModified' in reply) throw new Error('no ETag was sent');
    return reply;
  },
  list: (query: RequestInput<typeof listDiseases> = {}) =>
    service.get(RegistryProjection).list(listDiseases.request.parse(query)),
});
let one: ReturnType<typeof replica>;
let other: ReturnType<typeof replica>;

const input = (nameEn: string) => diseaseInput.parse({ nameEn, nameKn: 'ಜ್ವರ', category: 'Other' });

const create = (nameEn: string) => one.diseases.create(input(nameEn), commandContext());

const IS_NIGHTLY = Boolean(process.env['NIGHTLY']);
/** A disease with a treatment. */
const treated = async (nameEn: string) => {
  const { id } = await create(nameEn);
  const request = createTreatment.request.parse({ diseaseId: id });
  return one.treatments.create(request, commandContext());
};
const addNoteTo = (treatmentId: string, content = 'a', { notes } = one) =>
  notes.add(addNote.request.parse({ treatmentId, content }), commandContext());

beforeAll(async () => {
  one = replica(catalog.service);
  other = replica(await catalog.replica());
});

it('two catalogs on one database show each write in the next answer of the other', async () => {
  const living: Disease[] = [];
  const { total: before } = await one.list({ limit: 1 });
  for (let write = 0; write < (IS_NIGHTLY ? 1_000 : 100); write += 1) {
    const [writer, reader] = write % 3 === 0 ? [other, one] : [one, other];
    const slot = write % 7;
    const victim = living[slot];
    const name = `Fever ${write}x`;
    const kind = write % 5;
    let touched: Disease | undefined;
    if (kind === 3 && victim) {
      await writer.diseases.delete({ id: victim.id }, commandContext());
      living.splice(slot, 1);
    } else if (kind === 4 && victim) {
      const request = { ...input(name), id: victim.id };
      living[slot] = touched = await writer.diseases.update(request, commandContext());
    } else living.push((touched = await writer.diseases.create(input(name), commandContext())));
    const { items, total } = await reader.list({ limit: 1_000 });
    expect(total).toBe(before + living.length);
    const id = (touched ?? victim)?.id;
    expect(items.find((item) => item.id === id)).toEqual(touched);
  }
}, 240_000);

it('two catalogs on one database show each write of what belongs to a disease in the next answer of the other, under load', async () => {
  const { diseaseId, id } = await treated('Viewed');
  // A round is six writes.
  const rounds = IS_NIGHTLY ? 170 : 17;
  let isOver = false;
  const load = [one, other, one, other].map(async ({ view, list }) => {
    while (!isOver) await Promise.all([view(diseaseId), list({ limit: 10 })]);
  });
  try {
    for (let write = 0; write < rounds; write += 1) {
      const [writer, reader] = write % 2 === 0 ? [one, other] : [other, one];
      const text = `text ${write}`;
      const note = await addNoteTo(id, text, writer);
      const seen = (await reader.view(diseaseId)).notes[0];
      expect(seen).toMatchObject({ id: note.id, content: text });
      const treatment = { ...visit, treatmentId: id, treatmentDescription: text };
      const request = addHistoryEntry.request.parse(treatment);
      const entry = await writer.history.add(request, commandContext());
      const viewed = await reader.view(diseaseId);
      expect(viewed.history.some((each) => each.id === entry.id)).toBe(true);
      expect((await reader.analytics.get()).historyEntries).toBe(write + 1);
      const descriptions = { id, descriptionEn: text, descriptionKn: text };
      await writer.treatments.update(descriptions, commandContext());
      expect(await reader.view(diseaseId)).toMatchObject({ descriptionEn: text });
      const protocols = [{ ...protocol, duration: text }];
      const replacement = replaceProtocols.request.parse({ treatmentId: id, protocols });
      await writer.treatments.replaceProtocols(replacement, commandContext());
      expect((await reader.view(diseaseId)).protocols).toMatchObject([{ duration: text }]);
      if (write % 3 !== 0) continue;
      await writer.notes.delete({ treatmentId: id, id: note.id }, commandContext());
      const after = await reader.view(diseaseId);
      expect(after.notes.some((each) => each.id === note.id)).toBe(false);
    }
  } finally {
    isOver = true;
    await Promise.all(load);
  }
  const notesCount = rounds - Math.ceil(rounds / 3);
  expect(await other.view(diseaseId)).toMatchObject({ notesCount, historyCount: rounds });
}, 600_000);

it('two catalogs on one database give the same answer the same ETag, and a new one after any write', async () => {
  const { id } = await create('Tagged');
  const query = { search: 'tagged', page: 1, limit: 10 };
  const first = await one.list(query);
  expect(await other.list(query)).toEqual(first);
  expect((await other.list({ ...query, limit: 5 })).etag).not.toBe(first.etag);
  const known = { ...query, knownEtag: first.etag };
  expect(await other.list(known)).toMatchObject({ notModified: true, items: [] });
  await one.diseases.delete({ id }, commandContext());
  const after = await other.list(known);
  expect(after).toMatchObject({ notModified: false, total: 0 });
  expect(after.etag).not.toBe(first.etag);
});

it('two catalogs on one database catch up after more changes than one read of the log brings', async () => {
  const { total } = await other.list();
  const { id } = await create('Often');
  const step = { diseases: [toObjectId(id)], treatments: [] };
  for (let at = 0; at < PAGE_LENGTH; at += 1) await one.changes.append(step);
  await create('Last');
  expect((await other.list()).total).toBe(total + 2);
}, 30_000);

it('two catalogs on one database show what a writer stored but could not publish, under a new ETag', async () => {
  const { diseaseId, id: treatmentId } = await treated('Unpublished');
  const note = await addNoteTo(treatmentId);
  const query = { search: 'unpublished' };
  const before = await other.list(query);
  expect(await one.list(query)).toEqual(before);
  const write = (collection: string, id: string, fields: object) =>
    catalog.change(collection, id, {
      $set: { ...fields, changedAt: new Date() },
      $inc: { version: 1 },
    });
  expect((await other.view(diseaseId)).notesCount).toBe(1);
  await write('diseases', diseaseId, { notes: 'late' });
  await write('notes', note.id, { deletedAt: new Date() });
  expect(await other.list(query)).toEqual(before);
  expect((await other.view(diseaseId)).notesCount).toBe(1);
  await one.registry.publishMissed();
  for (const { list, view } of [one, other]) {
    const after = await list(query);
    expect(after.items).toMatchObject([{ id: diseaseId, notes: 'late', version: 2 }]);
    expect(after.etag).not.toBe(before.etag);
    expect((await view(diseaseId)).notesCount).toBe(0);
  }
});

it('two catalogs on one database publish nothing again that another has published while they look for what was missed', async () => {
  let id: string | undefined;
  const original = other.source.changedSince.bind(other.source);
  vi.spyOn(other.source, 'changedSince').mockImplementationOnce(async function* (since) {
    ({ id } = await create('Streamed'));
    yield* original(since);
  });
  // One that runs already is none that reads this.
  while (id === undefined) await other.registry.catchUp();
  const steps = catalog.mongo.collection('changes').find({ diseases: toObjectId(id) });
  expect(await steps.toArray()).toHaveLength(1);
});

it('two catalogs on one database publish no treatment or entry again that its writer has published', async () => {
  const { diseaseId, id } = await treated('Once');
  await addNoteTo(id);
  for (const { registry } of [one, other, one, other])
    await Promise.all([registry.publishMissed(), registry.catchUp()]);
  const steps = catalog.mongo.collection('changes').find({ treatments: toObjectId(diseaseId) });
  expect(await steps.toArray()).toHaveLength(2);
});

it('two catalogs on one database answer while others go on writing', async () => {
  await create('First');
  const original = other.changes.after.bind(other.changes);
  const reads = vi.spyOn(other.changes, 'after').mockImplementation(async (id) => {
    const found = await original(id);
    if (reads.mock.calls.length < 50) await create('Meanwhile');
    return found;
  });
  expect(await other.list({ search: 'first' })).toMatchObject({ total: 1 });
  expect(reads.mock.calls.length).toBeLessThan(5);
  reads.mockRestore();
  expect(await other.list({ search: 'meanwhile' })).toMatchObject({ total: 1 });
});

it('two catalogs on one database load anew where the log of changes was lost, set back or cut', async () => {
  const { total, etag } = await one.list();
  const changes = catalog.mongo.collection<{ _id: number }>('changes');
  await changes.deleteMany({});
  const lost = await one.list();
  expect(lost.total).toBe(total);
  expect(lost.etag).not.toBe(etag);
  const last = await changes.findOne({}, { sort: { _id: -1 } });
  await create('After the loss');
  await changes.deleteMany({ _id: { $lte: last?._id ?? 0 } });
  for (const { list } of [other, one])
    expect(await list({ search: 'loss' })).toMatchObject({ total: 1 });
});
