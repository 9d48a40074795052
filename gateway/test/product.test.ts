import { waitUntil } from '@ctdb/chassis/testing';
import {
  clean,
  importMediaTypes,
  routes,
  toEmail,
  toPlain,
  type Disease,
  type Image,
  type ImportDetail,
  type RouteContract,
} from '@ctdb/contracts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { form, formType, type Part } from './support/forms.js';
import { ids } from './support/records.js';
import { sampleOf } from './support/sample.js';
import { wholeProduct } from './support/whole-product.js';

const product = wholeProduct();
const send = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  JSON.parse((await product.call(method, path, { json: body })).text) as T;

const CASES = 2_000;
const characters =
  "aZ7 .'’-–ಕಾಜ್೧éßعم👩$\u0301\u0cbc\u200b\u200c\u200d\u2060\ufeff\u00ad\u2800\u3164\u00a0\n\t\u0085\u2028\0\u009f\u202e\u2069\ufe0f\ud800";
const piece = fc.oneof(
  fc.constantFrom(...characters, '<b>{{a}}', '🙂'.repeat(300), '\r\n"'),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
  fc.string({ unit: 'binary', maxLength: 2 }),
);
const text = fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
const texts = fc.sample(text, { seed: 1, numRuns: CASES });
let cases = 0;

type Field = z.ZodType<string>;
/** The next random text. */
const typeAny = (): string | undefined => texts[(cases += 1) % CASES];
/** The next one that the field takes. */
const typeFitting = (field: Field): string => {
  const fits = (each: string) => field.safeParse(each).success && each.isWellFormed();
  return texts.slice((cases += 1) % CASES).find(fits) ?? texts.find(fits) ?? sampleOf(field);
};

const isText = (schema: z.ZodType): schema is Field =>
  (schema.def as z.core.$ZodTypeDef).checks?.some(({ _zod }) =>
    [clean, toEmail, toPlain].includes(Reflect.get(_zod.def, 'tx')),
  ) ?? false;

/** Fills a schema: texts with what `type` gives, and what else it requires with a sample. */
const fill = (schema: z.ZodType | undefined, type: (field: Field) => unknown): unknown => {
  if (schema === undefined) return undefined;
  if (isText(schema)) return type(schema);
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
    return Object.fromEntries(fields.map(([name, field]) => [name, fill(field, type)]));
  }
  if (schema instanceof z.ZodArray)
    return Array.from({ length: 8 }, () => fill(schema.element as z.ZodType, type));
  if (!schema.safeParse(undefined).success) return sampleOf(schema);
  const innerType = Reflect.get(schema.def, 'innerType') as z.ZodType | undefined;
  return innerType && isText(innerType) ? type(innerType) : undefined;
};

const hasText = (schema: z.ZodType | undefined): boolean => {
  let found = false;
  fill(schema, () => (found = true));
  return found;
};
const written = Object.entries<RouteContract>(routes).filter(
  ([, { body, query }]) => hasText(body) || hasText(query),
);

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(Object(value) as object).flatMap(textsIn);
const changesNeighbours = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\p{Cs}]/u;
const readable = /^$|(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** The texts of an answer are those that were sent, as they are stored. */
const expectStored = (sent: unknown, answer: unknown): void => {
  for (const [name, value] of Object.entries(Object(sent) as object)) {
    const stored = (Object(answer) as Record<string, unknown>)[name];
    if (typeof stored === 'object') expectStored(value, stored);
    // A day is stored as a moment, and an empty text may have a default.
    else if (typeof value === 'string' && value !== '' && stored !== undefined && name !== 'date')
      expect(stored).toBe(value);
  }
};

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const multipart = (fields: unknown, bytes: Buffer) => {
  const given = Object.entries(fields as object).filter(([, value]) => value !== undefined);
  const parts = given.map(([name, value]): Part => [name, String(value)]);
  return { raw: form([...parts, ['image', bytes, 'a.png', 'image/png']]), headers: formType };
};

interface Answered {
  route: string;
  sent: Record<string, string>;
  answer: { id: string };
}

/** Creates one of each record, and returns what sends a request of a route with texts. */
const prepare = async () => {
  const names = { nameEn: 'Asthma', nameKn: 'ಅಸ್ತಮಾ', category: 'Respiratory' };
  const { id: diseaseId } = await send<Disease>('POST', '/api/diseases', names);
  const treatment = { diseaseId, descriptionEn: 'Light', descriptionKn: 'ಬೆಳಕು' };
  const { id: treatmentId } = await send<Disease>('POST', '/api/treatments', treatment);
  const note = { treatmentId, title: 'a', content: 'a' };
  const { id: noteId } = await send<Disease>('POST', '/api/treatments/notes', note);
  const visit = { treatmentDescription: 'a', practitioner: 'b', date: '2026-01-05' };
  const entry = { treatmentId, patientName: 'Ravi', ...visit };
  const { id: entryId } = await send<Disease>('POST', '/api/treatments/history', entry);
  const upload = multipart({ treatmentId, title: 'a' }, Buffer.from(PNG, 'base64'));
  const image = await product.call('POST', '/api/treatments/images', upload);
  const [patient] = await send<Disease[]>('POST', '/api/patients/search', { name: 'Ravi' });
  const known = { diseaseId, treatmentId, noteId, entryId };
  const idsByPath: [start: string, id: string | undefined][] = [
    ['/api/treatments/images/', (JSON.parse(image.text) as Image).id],
    ['/api/treatments/', treatmentId],
    ['/api/diseases/', diseaseId],
    ['/api/patients/', patient?.id],
    ['/', ids.unknown],
  ];
  return async (name: string, route: RouteContract, isFitting: boolean): Promise<Answered[]> => {
    const type = isFitting ? typeFitting : typeAny;
    const body = fill(route.body, type);
    for (const [key, id] of Object.entries(known))
      if (key in (Object(body) as object)) Object.assign(body as object, { [key]: id });
    const query = Object.entries(Object(fill(route.query, type)) as Record<string, string>);
    const id = idsByPath.find(([start]) => route.path.startsWith(start))?.[1] ?? '';
    const path = Object.entries({ ...known, id }).reduce(
      (start, [key, value]) => start.replace(`{${key}}`, value),
      `${route.path}?${new URLSearchParams(query.filter(([, value]) => value !== undefined)).toString()}`,
    );
    const file = route.fileTypes && { raw: 'x', headers: { 'content-type': route.fileTypes[0] } };
    const content = route.multipart ? multipart(body, Buffer.from('x')) : (file ?? { json: body });
    const { status, text: answerText } = await product.call(route.method, path, content);
    if (status >= 500 && ![501, 503].includes(status))
      throw new Error(`${name} ${status} ${JSON.stringify(body)} ${path}: ${answerText}`);
    if (status >= 300 || answerText === '') return [];
    const answer = JSON.parse(answerText) as Answered['answer'];
    for (const each of textsIn(answer)) {
      expect(each).not.toMatch(changesNeighbours);
      expect(each).toMatch(readable);
    }
    const sent = (route.body ?? z.any()).parse(body) as Answered['sent'];
    expectStored(sent, answer);
    return [{ route: name, sent, answer }];
  };
};

it('random texts through every text field of every route are no error of ours, readable, and found again', async () => {
  const sendTexts = await prepare();
  const all: Answered[] = [];
  for (let round = 0; cases < CASES; round += 1) {
    const each = written.map(([name, route]) => sendTexts(name, route, round % 2 === 0));
    all.push(...(await Promise.all(each)).flat());
  }
  const of = (name: string) => all.filter(({ route }) => route === name);
  for (const { sent, answer } of of('createDisease'))
    for (const search of [sent['nameEn'] ?? '', sent['nameKn'] ?? '']) {
      const query = new URLSearchParams({ search }).toString();
      const found = await send<Disease[]>('GET', `/api/diseases?${query}`);
      expect([search, found.map(({ id }) => id)]).toEqual([
        search,
        expect.arrayContaining([answer.id]),
      ]);
    }
  for (const { sent } of of('addHistoryEntry')) {
    const search = { name: sent['patientName'] };
    expect([search, await send('POST', '/api/patients/search', search)]).not.toEqual([search, []]);
  }
  for (const { applicationArea: area = '' } of Object.values(
    of('replaceProtocols').at(-1)?.sent ?? {},
  ) as unknown as Answered['sent'][]) {
    const query = new URLSearchParams({ area }).toString();
    expect([area, await send('GET', `/api/diseases?${query}`)]).not.toEqual([area, []]);
  }
  for (const name of ['addNote', 'updateImage', 'updateTreatment', 'replaceProtocols', 'addColor'])
    expect([name, of(name).length > 5]).toEqual([name, true]);
}, 120_000);

it.each([1, 2, 3])('an export, shuffled, is no change: registry %i', async (seed) => {
  for (let count = 0; count < 4; count += 1) {
    const { createDisease, createTreatment, replaceProtocols } = routes;
    const names = fill(createDisease.body, typeFitting);
    const { id: diseaseId } = await send<Disease>('POST', createDisease.path, names);
    const treatment = { ...(fill(createTreatment.body, typeFitting) as object), diseaseId };
    const { id } = await send<Disease>('POST', createTreatment.path, treatment);
    const protocols = fill(replaceProtocols.body, typeFitting);
    await send('PUT', `/api/treatments/${id}/protocols`, protocols);
  }
  const { text: csv } = await product.call('GET', '/api/export');
  const [header = '', ...rows] = csv.split(/(?<="\r\n)(?="[0-9a-f]{24}",)/);
  const [shuffled = []] = fc.sample(fc.shuffledSubarray(rows, { minLength: rows.length }), {
    ...{ seed, numRuns: 1 },
  });
  const file = {
    raw: header + shuffled.join(''),
    headers: { 'content-type': importMediaTypes.csv },
  };
  const started = await product.call('POST', '/api/import?dryRun', file);
  const read = () => send<ImportDetail>('GET', `/api/import/${String(started.json()['id'])}`);
  const isChecked = async () => !(await read()).status.endsWith('ing');
  await waitUntil(isChecked, 'the import does not end', 30_000);
  const diseases = new Set(rows.map((row) => row.slice(0, 26))).size;
  expect(diseases).toBeGreaterThanOrEqual(4 * seed);
  const same = { status: 'checked', created: 0, updated: 0, refused: 0, losing: 0 };
  expect(await read()).toMatchObject({ ...same, unchanged: diseases });
});
