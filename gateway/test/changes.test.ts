import { expect, it } from 'vitest';
import {
  createDisease,
  deleteDisease,
  updateDisease,
  updateImage,
  updateTreatment,
} from '@ctdb/contracts';
import { sharedStage } from './support/stage.js';
import { disease, ids } from './support/records.js';

const { admin, catalog, gateway, media } = await sharedStage();

const send = (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) =>
  gateway.call(path, { method, json, headers: { ...admin, ...headers } });
const input = { nameEn: ' Asthma ', nameKn: 'ಅಸ್ತಮಾ', category: 'Respiratory' };
const path = `/api/diseases/${ids.disease}`;

it('a new record comes with its place and tag', async () => {
  const result = await send('POST', '/api/diseases', input);
  expect(result.status).toBe(201);
  expect(result.headers).toMatchObject({ location: path, etag: '"1"' });
  const wanted = { ...input, nameEn: 'Asthma', notes: '' };
  expect(catalog.last(createDisease).request).toMatchObject(wanted);
  const note = { treatmentId: ids.treatment, content: 'Better' };
  const { headers, json } = await send('POST', '/api/treatments/notes', note);
  expect(headers.location).toBe(`/api/treatments/${ids.treatment}/notes`);
  expect(json()).toMatchObject({ content: 'Better' });
});

it('a new record hands the Idempotency-Key on', async () => {
  await send('POST', '/api/diseases', input, { 'idempotency-key': 'key-1' });
  const first = catalog.last(createDisease).context;
  await send('POST', '/api/diseases', input, { 'idempotency-key': 'key-1' });
  const second = catalog.last(createDisease).context;
  expect([first.idempotencyKey, second.idempotencyKey]).toEqual(['key-1', 'key-1']);
  expect(second.commandId).toBe(first.commandId);
  await send('POST', '/api/diseases', input);
  expect(catalog.last(createDisease).context.idempotencyKey).toBeUndefined();
});

it('If-Match asks for a version', async () => {
  const result = await send('PUT', path, input, { 'if-match': '"3"' });
  expect([result.status, result.headers.etag]).toEqual([200, '"4"']);
  expect(catalog.last(updateDisease).request).toMatchObject({ ifMatch: 3 });
});

it('If-Match is heeded at a delete, at a treatment and at an image', async () => {
  expect((await send('DELETE', path, undefined, { 'if-match': '"3"' })).status).toBe(204);
  expect(catalog.last(deleteDisease).request).toEqual({ id: ids.disease, ifMatch: 3 });
  const text = { descriptionEn: 'a', descriptionKn: 'b' };
  await send('PUT', `/api/treatments/${ids.treatment}`, text, { 'if-match': '"7"' });
  expect(catalog.last(updateTreatment).request).toMatchObject({ ifMatch: 7 });
  const image = { type: 'disease_photo', title: 'Back' };
  const target = `/api/treatments/images/${ids.image}`;
  const changed = await send('PUT', target, image, { 'if-match': '"1"' });
  expect([changed.status, changed.headers.etag]).toEqual([200, '"2"']);
  expect(media.last(updateImage).request).toEqual({ ...image, id: ids.image, ifMatch: 1 });
});

it('errors of services are worded in the language of the reader', async () => {
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

it('errors of services carry what a client needs', async () => {
  const conflict = await send('PUT', path, input, { 'if-match': '"2"' });
  const existing = await send('POST', '/api/treatments', { diseaseId: ids.disease });
  const translated = await send('POST', '/api/translate', { text: 'Skin' });
  const current = { current: disease };
  const known = { id: ids.treatment };
  const glossary = [{ en: 'Skin', kn: 'ಚರ್ಮ' }];
  expect([conflict, existing, translated].map(({ json }) => json())).toMatchObject([
    { status: 412, code: 'VERSION_CONFLICT', ...current, params: current },
    { status: 409, code: 'TREATMENT_EXISTS', ...known, params: known },
    { status: 501, code: 'TRANSLATION_NOT_CONFIGURED', glossary },
  ]);
});

it('errors of services never show a stack or a message of ours where a service has a bug', async () => {
  catalog.answer(updateDisease, () => {
    throw new Error('secret detail');
  });
  const result = await send('PUT', path, input);
  expect(result.json()).toMatchObject({ status: 500, code: 'INTERNAL_ERROR' });
  expect(result.text).not.toContain('secret');
});
