import { eventSpy } from '@ctdb/chassis/testing';
import {
  addNote,
  createTreatment,
  deleteDisease,
  getTreatment,
  replaceProtocols,
  reviewTranslation,
  treatmentEvents,
  updateTreatment,
} from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { placeholder } from '../src/treatments/translation-state.js';
import { readTreatment, testCatalog, UNKNOWN_ID } from './support/catalog.js';

const catalog = testCatalog();
const green = {
  color: 'green',
  applicationArea: 'Chest',
  applicationAreaKn: 'ಎದೆ',
  duration: '20 min',
  frequency: 'daily',
} as const;
const blue = { ...green, color: 'blue' } as const;

describe('a treatment', () => {
  it('is created and read with its disease', async () => {
    const { call } = catalog;
    const { id: diseaseId } = await catalog.disease();
    await expect(readTreatment(call, diseaseId)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      params: { kind: 'treatment' },
    });
    const created = await catalog.treatment(diseaseId);
    expect(created).toMatchObject({
      diseaseId,
      version: 1,
      translation: { needsReview: false, outdated: false },
    });
    expect(await readTreatment(call, diseaseId)).toEqual({
      ...created,
      protocols: [],
      notes: [],
      history: [],
      notesCount: 0,
      historyCount: 0,
    });
  });

  it('is found by its own id, while its disease is there', async () => {
    const { call } = catalog;
    const created = await catalog.treatment();
    expect(await call(getTreatment, { id: created.id })).toEqual(created);
    await call(deleteDisease, { id: created.diseaseId });
    for (const id of [created.id, UNKNOWN_ID])
      await expect(call(getTreatment, { id })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        params: { kind: 'treatment' },
      });
  });

  it('needs a disease that is there', async () => {
    const { call } = catalog;
    const gone = await catalog.disease();
    await call(deleteDisease, { id: gone.id });
    for (const diseaseId of [UNKNOWN_ID, gone.id])
      await expect(call(createTreatment, { diseaseId })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        params: { kind: 'disease' },
      });
  });

  it('takes the placeholder for blank texts', async () => {
    const { call } = catalog;
    const { id: diseaseId } = await catalog.disease();
    const created = await call(createTreatment, { diseaseId, descriptionKn: '  ' });
    expect(created.descriptionEn).toBe(placeholder.en);
    expect(created.descriptionKn).toBe(placeholder.kn);
  });

  it('is the only one of its disease', async () => {
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

  it('is created once under one idempotency key', async () => {
    const { call } = catalog;
    const { id: diseaseId } = await catalog.disease();
    const key = { idempotencyKey: 'treatment-once' };
    const first = await call(createTreatment, { diseaseId }, key);
    expect(await call(createTreatment, { diseaseId }, key)).toEqual(first);
    await expect(
      call(createTreatment, { diseaseId, descriptionEn: 'other' }, key),
    ).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('remembers where its Kannada text comes from', async () => {
    const { call } = catalog;
    const { id: diseaseId } = await catalog.disease();
    const machine = await call(createTreatment, {
      diseaseId,
      descriptionEn: 'Rest',
      descriptionKn: 'ವಿಶ್ರಾಂತಿ',
      machineTranslatedBy: 'libretranslate',
    });
    expect(machine.translation).toMatchObject({ engine: 'libretranslate', needsReview: true });
    expect(machine.translation.translatedAt).toBeDefined();
    const { id } = machine;
    const edited = await call(updateTreatment, {
      id,
      descriptionEn: 'Rest well',
      descriptionKn: 'ವಿಶ್ರಾಂತಿ',
    });
    expect(edited.translation).toMatchObject({ needsReview: true, outdated: true });
    const read = await call(updateTreatment, {
      id,
      descriptionEn: 'Rest well',
      descriptionKn: 'ಚೆನ್ನಾಗಿ ವಿಶ್ರಾಂತಿ ಪಡೆಯಿರಿ',
    });
    expect(read.translation).toEqual({ needsReview: false, outdated: false });
  });

  it('has its Kannada text reviewed in the version that the reader saw, once', async () => {
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
    await call(deleteDisease, { id: diseaseId });
    for (const gone of [id, UNKNOWN_ID])
      await expect(call(reviewTranslation, { id: gone })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        params: { kind: 'treatment' },
      });
  });

  it('is changed only in the version that the writer knew, and notes do not count as changes', async () => {
    const { call } = catalog;
    const { id } = await catalog.treatment();
    await call(addNote, { treatmentId: id, content: 'A note' });
    const changed = await call(updateTreatment, { id, descriptionEn: 'New', ifMatch: 1 });
    expect(changed).toMatchObject({ version: 2, descriptionEn: 'New' });
    await expect(
      call(updateTreatment, { id, descriptionEn: 'Newer', ifMatch: 1 }),
    ).rejects.toMatchObject({
      code: 'VERSION_CONFLICT',
      params: { current: { id, version: 2, descriptionEn: 'New' } },
    });
    await expect(
      call(updateTreatment, { id: UNKNOWN_ID, descriptionEn: 'x' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND', params: { kind: 'treatment' } });
  });

  it('has its protocols replaced as a whole', async () => {
    const { call } = catalog;
    const { id: treatmentId, diseaseId } = await catalog.treatment();
    const first = await call(replaceProtocols, { treatmentId, protocols: [green, blue] });
    expect(first.version).toBe(2);
    expect(first.protocols).toMatchObject([green, blue]);
    const [, kept] = first.protocols;
    const second = await call(replaceProtocols, {
      treatmentId,
      ifMatch: 2,
      protocols: [{ ...blue, id: kept?.id, duration: '30 min' }, green],
    });
    expect(second.protocols[0]).toEqual({ ...kept, duration: '30 min' });
    expect(second.protocols[1]?.id).not.toBe(first.protocols[0]?.id);
    const detail = await readTreatment(call, diseaseId);
    expect(detail).toMatchObject({ version: 3, protocols: second.protocols });

    await expect(
      call(replaceProtocols, { treatmentId, protocols: [], ifMatch: 2 }),
    ).rejects.toMatchObject({
      code: 'VERSION_CONFLICT',
      params: { current: { version: 3, protocols: second.protocols } },
    });
    await expect(
      call(replaceProtocols, {
        treatmentId,
        protocols: [
          { ...green, id: kept?.id },
          { ...blue, id: kept?.id },
        ],
      }),
    ).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      params: { faults: [{ path: 'protocols.1.id', code: 'NOT_ALLOWED' }] },
    });
    await expect(
      call(replaceProtocols, {
        treatmentId,
        protocols: [{ ...green, color: 'beige' as 'green', duration: ' ' }],
      }),
    ).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('tells the world what happened to it', async () => {
    const { call, env } = catalog;
    const spy = await eventSpy(env, ...Object.values(treatmentEvents));
    const { id } = await catalog.treatment();
    await call(updateTreatment, { id, descriptionEn: 'New', descriptionKn: 'ಹೊಸ' });
    await call(replaceProtocols, { treatmentId: id, protocols: [green] });
    const mine = ({ payload }: { payload: { treatmentId: string } }) => payload.treatmentId === id;
    const created = await spy.waitFor(treatmentEvents.created, mine);
    expect(created.payload.changes.map(({ field }) => field)).toEqual([
      'descriptionEn',
      'descriptionKn',
    ]);
    const updated = await spy.waitFor(treatmentEvents.updated, mine);
    expect(updated.payload.changes[0]).toMatchObject({ after: 'New' });
    const replaced = await spy.waitFor(treatmentEvents.protocolsReplaced, mine);
    expect(replaced.payload.changes).toEqual([
      { field: 'protocols', before: [], after: ['green · Chest · ಎದೆ · 20 min · daily'] },
    ]);
  });
});
