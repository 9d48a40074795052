import { describe, expect, it } from 'vitest';
import {
  createDisease,
  deleteDisease,
  DomainError,
  updateDisease,
  updateTreatment,
} from '@ctdb/contracts';
import { sharedStage } from './support/stage.js';
import { disease, ids } from './support/records.js';

const { admin, catalog, gateway } = await sharedStage();

const send = (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) =>
  gateway.call(path, { method, json, headers: { ...admin, ...headers } });
const input = { nameEn: ' Asthma ', nameKn: 'ಅಸ್ತಮಾ', category: 'Respiratory' };
const path = `/api/diseases/${ids.disease}`;

describe('a new record', () => {
  it('comes with its place and tag', async () => {
    const result = await send('POST', '/api/diseases', input);
    expect(result.status).toBe(201);
    expect(result.headers).toMatchObject({ location: path, etag: '"1"' });
    const wanted = { ...input, nameEn: 'Asthma', notes: '' };
    expect(catalog.last(createDisease).request).toEqual(wanted);
    const entry = await send('POST', '/api/treatments/notes', {
      treatmentId: ids.treatment,
      content: 'Better',
    });
    expect(entry.headers.location).toBe(`/api/treatments/${ids.treatment}/notes`);
    expect(entry.json()).toMatchObject({ content: 'Better' });
  });

  it('hands the Idempotency-Key on', async () => {
    await send('POST', '/api/diseases', input, { 'idempotency-key': 'key-1' });
    const first = catalog.last(createDisease).context;
    await send('POST', '/api/diseases', input, { 'idempotency-key': 'key-1' });
    const second = catalog.last(createDisease).context;
    expect([first.idempotencyKey, second.idempotencyKey]).toEqual(['key-1', 'key-1']);
    expect(second.commandId).toBe(first.commandId);
    await send('POST', '/api/diseases', input);
    expect(catalog.last(createDisease).context.idempotencyKey).toBeUndefined();
  });

  it('is refused with an Idempotency-Key that is none', async () => {
    const result = await send('POST', '/api/diseases', input, { 'idempotency-key': 'has space' });
    expect(result.status).toBe(400);
    expect(result.json()['params']).toEqual({
      faults: [{ path: 'Idempotency-Key', code: 'WRONG_FORMAT' }],
    });
    expect(catalog.calls(createDisease)).toEqual([]);
  });

  it('differs from the conflict with an existing treatment', async () => {
    const result = await send('POST', '/api/treatments', { diseaseId: ids.disease });
    expect(result.status).toBe(409);
    expect(result.json()).toMatchObject({
      code: 'TREATMENT_EXISTS',
      id: ids.treatment,
      params: { id: ids.treatment },
    });
  });
});

describe('If-Match', () => {
  it('asks for a version, and is malformed without quotation marks', async () => {
    const result = await send('PUT', path, input, { 'if-match': '"3"' });
    expect([result.status, result.headers.etag]).toEqual([200, '"4"']);
    expect(catalog.last(updateDisease).request).toMatchObject({ ifMatch: 3 });
    for (const [method, body] of [['PUT', input], ['DELETE']] as const) {
      const malformed = await send(method, path, body, { 'if-match': '3' });
      expect(malformed.status).toBe(400);
      expect(malformed.json()['params']).toEqual({
        faults: [{ path: 'If-Match', code: 'WRONG_FORMAT' }],
      });
    }
  });

  it('answers 412 with the current state where another version is there', async () => {
    const result = await send('PUT', path, input, { 'if-match': '"2"' });
    expect(result.status).toBe(412);
    expect(result.json()).toMatchObject({
      code: 'VERSION_CONFLICT',
      current: disease,
      params: { current: disease },
    });
  });

  it('is heeded at a delete and at a treatment', async () => {
    expect((await send('DELETE', path, undefined, { 'if-match': '"3"' })).status).toBe(204);
    expect(catalog.last(deleteDisease).request).toEqual({ id: ids.disease, ifMatch: 3 });
    const text = { descriptionEn: 'a', descriptionKn: 'b' };
    await send('PUT', `/api/treatments/${ids.treatment}`, text, { 'if-match': '"7"' });
    expect(catalog.last(updateTreatment).request).toMatchObject({ ifMatch: 7 });
  });
});

describe('errors of services', () => {
  it('are worded in the language of the reader', async () => {
    const unknown = `/api/diseases/${ids.unknown}`;
    const english = await send('GET', unknown);
    expect(english.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(english.json()).toEqual({
      type: 'urn:colour-therapy:problem:not-found',
      title: 'Not found',
      status: 404,
      code: 'NOT_FOUND',
      message: "We couldn't find this. It may have been deleted.",
      params: { kind: 'disease' },
      requestId: english.headers['x-request-id'],
    });
    const kannada = await send('GET', unknown, undefined, { 'accept-language': 'kn' });
    expect(kannada.json()).toMatchObject({
      title: 'ಸಿಗಲಿಲ್ಲ',
      message: 'ಇದು ಸಿಗಲಿಲ್ಲ. ಇದನ್ನು ಅಳಿಸಿರಬಹುದು.',
    });
    expect(kannada.headers.vary).toContain('Accept-Language');
  });

  it('carry the glossary where no engine translates', async () => {
    const result = await send('POST', '/api/translate', { text: 'Skin' });
    expect(result.status).toBe(501);
    expect(result.json()).toMatchObject({
      code: 'TRANSLATION_NOT_CONFIGURED',
      glossary: [{ en: 'Skin', kn: 'ಚರ್ಮ' }],
    });
  });

  it('say when to come back', async () => {
    catalog.answer(updateDisease, () => {
      throw new DomainError('SERVICE_UNAVAILABLE', { retryAfter: 7 });
    });
    const result = await send('PUT', path, input);
    expect(result.status).toBe(503);
    expect(result.headers['retry-after']).toBe('7');
  });

  it('never show a stack or a message of ours where a service has a bug', async () => {
    catalog.answer(updateDisease, () => {
      throw new Error('secret detail');
    });
    const result = await send('PUT', path, input);
    expect(result.status).toBe(500);
    expect(result.json()['code']).toBe('INTERNAL_ERROR');
    expect(result.text).not.toContain('secret');
  });
});
