import { eventSpy } from '@ctdb/chassis/testing';
import {
  createTreatment,
  getTreatment,
  replaceProtocols,
  reviewTranslation,
  treatmentEvents,
  updateTreatment,
} from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { TreatmentsService } from '../src/treatments/treatments.service.js';
import {
  eventOf,
  invalid,
  notFound,
  protocol,
  readTreatment,
  testCatalog,
} from './support/catalog.js';

const catalog = testCatalog();
const green = { ...protocol, applicationAreaKn: 'ಎದೆ' };
const blue = { ...green, color: 'blue' as const };

it('a treatment is created and read with its disease', async () => {
  const { call } = catalog;
  const { id: diseaseId, nameEn, nameKn } = await catalog.disease();
  await expect(readTreatment(call, diseaseId)).rejects.toMatchObject(notFound('treatment'));
  const created = await catalog.treatment(diseaseId);
  expect(await call(getTreatment, { id: created.id })).toEqual(created);
  const translation = { needsReview: false, outdated: false };
  expect(created).toMatchObject({ diseaseId, version: 1, translation });
  const names = await catalog.service
    .get(TreatmentsService)
    .names({ diseaseIds: [], treatmentIds: [created.id] });
  const named = { diseases: [{ id: diseaseId, nameEn, nameKn }] };
  expect(names).toEqual({ ...named, treatments: [{ id: created.id, diseaseId }] });
  const entries = { notes: [], history: [], notesCount: 0, historyCount: 0 };
  expect(await readTreatment(call, diseaseId)).toEqual({ ...created, protocols: [], ...entries });
});

it('a treatment is the only one of its disease', async () => {
  const { call } = catalog;
  const { id: diseaseId } = await catalog.disease();
  const race = await Promise.allSettled(
    [1, 2, 3].map((n) => call(createTreatment, { diseaseId, descriptionEn: `try ${n}` })),
  );
  const [won] = race.filter((result) => result.status === 'fulfilled');
  const lost = race.filter((result) => result.status === 'rejected');
  expect(lost).toHaveLength(2);
  for (const { reason } of lost)
    expect(reason).toMatchObject({ code: 'TREATMENT_EXISTS', params: { id: won?.value.id } });
});

it('a treatment has its Kannada text reviewed in the version that the reader saw, once', async () => {
  const { call, env } = catalog;
  const spy = await eventSpy(env, treatmentEvents.reviewed);
  const { id: diseaseId } = await catalog.disease();
  const texts = { descriptionEn: 'Rest', descriptionKn: 'ವಿಶ್ರಾಂತಿ', machineTranslatedBy: 'google' };
  const { id } = await call(createTreatment, { diseaseId, ...texts });
  await call(updateTreatment, { id, ...texts, descriptionEn: 'Rest well', ifMatch: 1 });
  await expect(call(reviewTranslation, { id, ifMatch: 1 })).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
    params: { current: { id, version: 2, translation: { needsReview: true, outdated: true } } },
  });
  const reviewed = await call(reviewTranslation, { id, ifMatch: 2 });
  expect(reviewed).toMatchObject({ version: 3, descriptionKn: 'ವಿಶ್ರಾಂತಿ' });
  expect(reviewed.translation).toEqual({ needsReview: false, outdated: false });
  expect(await readTreatment(call, diseaseId)).toMatchObject(reviewed);
  expect(await call(reviewTranslation, { id, ifMatch: 3 })).toEqual(reviewed);
  const event = await spy.waitFor(treatmentEvents.reviewed);
  expect(event.payload).toEqual({
    treatmentId: id,
    diseaseId,
    version: 3,
    changes: [
      { field: 'needsReview', before: true, after: false },
      { field: 'outdated', before: true, after: false },
    ],
  });
});

it('a treatment has its protocols replaced as a whole', async () => {
  const { call } = catalog;
  const { id: treatmentId, diseaseId } = await catalog.treatment();
  const first = await call(replaceProtocols, { treatmentId, protocols: [green, blue] });
  expect(first.version).toBe(2);
  expect(first.protocols).toMatchObject([green, blue]);
  const [, kept] = first.protocols;
  const second = await call(replaceProtocols, {
    treatmentId,
    protocols: [{ ...blue, id: kept?.id, duration: '30 min' }, green],
  });
  expect(second.protocols[0]).toEqual({ ...kept, duration: '30 min' });
  expect(second.protocols[1]?.id).not.toBe(first.protocols[0]?.id);
  const detail = await readTreatment(call, diseaseId);
  expect(detail).toMatchObject({ version: 3, protocols: second.protocols });

  const twice = [green, blue].map((each) => ({ ...each, id: kept?.id }));
  await expect(call(replaceProtocols, { treatmentId, protocols: twice })).rejects.toMatchObject(
    invalid('protocols.1.id', 'NOT_ALLOWED'),
  );
});

it('a treatment tells the world what happened to it', async () => {
  const { call, env } = catalog;
  const spy = await eventSpy(env, ...Object.values(treatmentEvents));
  const { id } = await catalog.treatment();
  await call(updateTreatment, { id, descriptionEn: 'New', descriptionKn: 'ಹೊಸ' });
  await call(replaceProtocols, { treatmentId: id, protocols: [green] });
  const mine = eventOf(id);
  const created = await spy.waitFor(treatmentEvents.created, mine);
  const fields = created.payload.changes.map(({ field }) => field);
  expect(fields).toEqual(['descriptionEn', 'descriptionKn']);
  const updated = await spy.waitFor(treatmentEvents.updated, mine);
  expect(updated.payload.changes[0]).toMatchObject({ after: 'New' });
  const replaced = await spy.waitFor(treatmentEvents.protocolsReplaced, mine);
  expect(replaced.payload.changes).toEqual([
    { field: 'protocols', before: [], after: ['green · Chest · ಎದೆ · 20 min · daily'] },
  ]);
});
