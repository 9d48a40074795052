import { describe, expect, it } from 'vitest';
import {
  waitForUpload,
  beginUpload,
  finishUpload,
  getImageEtags,
  getRegistryTags,
  getTreatmentOfDisease,
  listImages,
} from '@ctdb/contracts';
import { fields, fileOf, form, formType, type Part } from './support/forms.js';
import { sharedStage } from './support/stage.js';
import { ids } from './support/records.js';
import { image, uploadId } from './support/stub-media.js';
import { unavailable } from './support/stub-service.js';

const { admin, catalog, gateway, media, storage } = await sharedStage();

const upload = (parts: Part[], headers = {}) =>
  gateway.call('/api/treatments/images', {
    method: 'POST',
    raw: form(parts),
    headers: { ...admin, ...formType, ...headers },
  });
const file: Part = ['image', Buffer.alloc(70_000, 7), '../../etc/passwd.jpg'];

describe('an upload', () => {
  it.each<[string, Part[]]>([
    ['before', [file, ...fields]],
    ['after', [...fields, file]],
    ['between', [...fields.slice(0, 1), file, ...fields.slice(1)]],
  ])('with the file %s the fields reaches storage whole', async (_, parts) => {
    const result = await upload(parts);
    expect([result.status, result.json()]).toEqual([201, image]);
    expect(result.headers.location).toBe(`/uploads/${image.filename}`);
    const none = { titleKn: '', description: '', descriptionKn: '' };
    expect(media.last(beginUpload).request).toEqual({ ...Object.fromEntries(fields), ...none });
    const put = storage.puts.at(-1);
    expect(put).toMatchObject({ path: `/staging/${uploadId}?signature=1`, declared: '70000' });
    expect(put?.bytes.equals(file[1] as Buffer)).toBe(true);
    expect(media.last(finishUpload).request).toEqual({ uploadId, bytes: 70_000 });
  });

  it.each([
    ['FILE_REQUIRED', 400, fields],
    ['FILE_REQUIRED', 400, [...fields, ['image', '', 'a.jpg']]],
    ['VALIDATION_FAILED', 400, [file, ...fields.slice(0, 2)]],
    ['VALIDATION_FAILED', 400, [file, ...fields.slice(0, 2), ['title', '  ']]],
    ['VALIDATION_FAILED', 400, [file, ...fields, ['owner', 'me']]],
    ['MALFORMED_BODY', 400, [file, file, ...fields]],
    ['MALFORMED_BODY', 400, [...fields, ['title', 'again'], file]],
    ['MALFORMED_BODY', 400, [...fields, ['titleKn', '"x"', undefined, 'application/json'], file]],
    ['MALFORMED_BODY', 400, [...fields, ['avatar', 'x', 'a.jpg']]],
    ['NOT_FOUND', 404, [['treatmentId', ids.unknown], ...fields.slice(1), file]],
    ['IMAGE_TOO_LARGE', 413, [...fields, fileOf(10_485_761)]],
  ] as [string, number, Part[]][])('is refused with %s', async (code, status, parts) => {
    const before = storage.puts.length;
    const result = await upload(parts);
    expect([result.status, result.json()['code']]).toEqual([status, code]);
    expect(storage.puts).toHaveLength(before);
  });

  it('that waits for its turn is asked for again until it is ready', async () => {
    media.answer(finishUpload, unavailable);
    let turns = 3;
    media.answer(waitForUpload, () => ((turns -= 1) > 0 ? unavailable() : image));
    const result = await upload([...fields, file]);
    expect([result.status, result.json()]).toEqual([201, image]);
    expect(media.calls(finishUpload)).toHaveLength(3);
  });

  it('of exactly 10 MB is taken', async () => {
    expect((await upload([...fields, fileOf(10_485_760)])).status).toBe(201);
    expect(storage.puts.at(-1)?.bytes).toHaveLength(10_485_760);
  });

  it.each([
    ['text/plain', 415],
    ['application/json', 415],
    ['multipart/form-data', 400],
    ['multipart/form-data; boundary=', 400],
    ['multipart/form-data; boundary=another', 400],
  ])('that is no form of ours (%s) is refused', async (type, status) => {
    const result = await upload([...fields, file], { 'content-type': type });
    expect(result.status).toBe(status);
  });
});

describe('a treatment', () => {
  const path = `/api/treatments/disease/${ids.disease}`;
  const get = (headers: Record<string, string> = admin) => gateway.call(path, { headers });

  it('includes its images, or states that they are unavailable', async () => {
    expect((await get()).json()['images']).toEqual([image]);
    media.answer(listImages, unavailable).answer(getImageEtags, unavailable);
    const result = await get();
    media.reset();
    expect(result.json()).toMatchObject({ images: [], imagesUnavailable: true, notesCount: 7 });
    expect(result.headers.etag).toBeUndefined();
    expect((await get()).json()['images']).toEqual([image]);
  });

  it('is answered 304 without being read until it or its images change', async () => {
    await get();
    const etag = String((await get()).headers.etag);
    const reads = () => catalog.calls(getTreatmentOfDisease).length;
    const before = reads();
    const again = await get({ ...admin, 'if-none-match': etag });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect(again.headers).toMatchObject({ etag, 'x-notes-count': '7' });
    expect(reads()).toBe(before);

    catalog.answer(getRegistryTags, () => ({ diseases: 'diseases.1', all: 'all.2' }));
    expect((await get({ ...admin, 'if-none-match': etag })).status).toBe(304);
    expect(catalog.last(getTreatmentOfDisease).request).toMatchObject({ knownEtag: 'view.1' });

    media.answer(listImages, () => ({ etag: 'images.2', images: [] }));
    media.answer(getImageEtags, () => ({ etags: ['images.2'] }));
    const changed = await get({ ...admin, 'if-none-match': etag });
    expect(changed.json()).toMatchObject({ images: [], notesCount: 7 });
    expect(changed.headers.etag).not.toBe(etag);
    // If-Match takes no such tag.
    const call = { method: 'PUT', headers: { ...admin, 'if-match': etag }, json: {} };
    const refused = await gateway.call(`/api/treatments/${ids.treatment}`, call);
    expect(refused.text).toContain('{"path":"If-Match","code":"WRONG_FORMAT"}');
  });

  it('is kept for each kind of viewer, whose counts and tags others do not get', async () => {
    const viewers = [
      admin,
      await gateway.admin({ role: 'practitioner' }),
      await gateway.pass('professional', { practice: 'one', id: 'p-1' }),
      await gateway.pass('professional', { practice: 'two', id: 'p-2' }),
      await gateway.pass('hourly', { id: 'p-3' }),
      await gateway.pass('hourly', { id: 'p-4' }),
    ];
    const normal = catalog.answererOf(getTreatmentOfDisease);
    const seen = new Map<string, number>();
    catalog.answer(getTreatmentOfDisease, async (request, context) => {
      const { subject } = context;
      const key = subject.role === 'pass' ? subject.id : subject.role;
      const count = seen.get(key) ?? seen.size;
      seen.set(key, count);
      const view = await normal({ diseaseId: request.diseaseId }, context);
      return { ...view, notesCount: count, historyCount: count, etag: `view.${key}` };
    });
    const diseaseId = '9'.repeat(24);
    const read = (headers: Record<string, string>) =>
      gateway.call(`/api/treatments/disease/${diseaseId}`, { headers });
    for (const round of ['first', 'kept'])
      for (const [count, viewer] of viewers.entries()) {
        const { headers } = await read(viewer);
        const counts = [headers['x-notes-count'], headers['x-history-count']];
        expect([round, ...counts]).toEqual([round, `${count}`, `${count}`]);
      }
    const tags = (await Promise.all(viewers.map(read))).map(({ headers }) => headers.etag);
    for (const [of, tag] of tags.entries())
      for (const [by, viewer] of viewers.entries()) {
        const { status } = await read({ ...viewer, 'if-none-match': String(tag) });
        expect([of, by, status]).toEqual([of, by, of === by ? 304 : 200]);
      }
  });
});
