import { admin, buyer } from '@ctdb/chassis/testing';
import {
  addFavorite,
  addRecent,
  deleteDisease,
  listFavorites,
  listRecent,
  MAX_FAVORITES,
  MAX_RECENT,
  removeFavorite,
  restoreFromTrash,
} from '@ctdb/contracts';
import { beforeEach, expect, it } from 'vitest';
import { Types } from 'mongoose';
import { notFound, testCatalog, UNKNOWN_ID } from './support/catalog.js';

const catalog = testCatalog();
const lists = () => catalog.mongo.collection<{ _id: string }>('personal_lists');
const names = (diseases: { nameEn: string }[]) => diseases.map(({ nameEn }) => nameEn);
const add = async (nameEn: string) => (await catalog.disease({ nameEn })).id;
/** Adds a disease to the only stored list so many times. */
const fill = async (list: 'favorites' | 'recent', id: string, times: number) => {
  const ids = Array.from({ length: times }, () => new Types.ObjectId(id));
  await lists().updateOne({}, { $push: { [list]: { $each: ids } } } as object);
};

beforeEach(async () => {
  await lists().deleteMany({});
});

it('favorites are the last marked first, each once and without notes, until the mark is taken off', async () => {
  const { call } = catalog;
  const { id: first } = await catalog.disease({ nameEn: 'First', notes: 'May be long' });
  const second = await add('Second');
  for (const id of [first, second, first]) await call(addFavorite, { id });
  const listed = await call(listFavorites, {});
  expect(names(listed)).toEqual(['Second', 'First']);
  expect(listed[1]).not.toHaveProperty('notes');
  await call(removeFavorite, { id: second });
  await call(removeFavorite, { id: second });
  expect(names(await call(listFavorites, {}))).toEqual(['First']);
});

it('favorites belong to a person: an administrator, or a practice through all its purchases', async () => {
  const { as } = catalog;
  const id = await add('Mine');
  const [plan, practice] = ['1'.repeat(24), '9'.repeat(24)];
  await as(buyer('premium', plan, practice))(addFavorite, { id });
  const renewed = buyer('hourly', '2'.repeat(24), practice);
  expect(names(await as(renewed)(listFavorites, {}))).toEqual(['Mine']);
  for (const other of [admin(), buyer('premium', plan)])
    expect(await as(other)(listFavorites, {})).toEqual([]);
});

it('favorites are not shown while their disease is in the trash, and need a disease', async () => {
  const { call } = catalog;
  const id = await add('Deleted');
  await call(addFavorite, { id });
  await call(deleteDisease, { id });
  expect(await call(listFavorites, {})).toEqual([]);
  for (const missing of [id, UNKNOWN_ID])
    await expect(call(addFavorite, { id: missing })).rejects.toMatchObject(notFound('disease'));
  await call(restoreFromTrash, { kind: 'disease', id });
  expect(names(await call(listFavorites, {}))).toEqual(['Deleted']);
});

it('favorites end at a limit, also for several at once, until some are taken off', async () => {
  const { call } = catalog;
  const ids = await Promise.all(['A', 'B', 'C'].map(add));
  const [first = '', second = '', third = ''] = ids;
  // That many diseases would take long to create: most of the list are copies of one.
  await call(addFavorite, { id: first });
  await fill('favorites', first, MAX_FAVORITES - 2);
  const marked = [second, third].map((id) => call(addFavorite, { id }));
  const refused = (await Promise.allSettled(marked)).filter(({ status }) => status === 'rejected');
  expect(refused).toMatchObject([{ reason: { code: 'FAVORITES_FULL' } }]);
  // One that is there already is no further one.
  await call(addFavorite, { id: first });
  await call(removeFavorite, { id: first });
  await Promise.all(ids.map((id) => call(addFavorite, { id })));
  expect(await call(listFavorites, {})).toHaveLength(3);
});

it('favorites are not full of diseases that are gone', async () => {
  const { call } = catalog;
  const [deleted, id] = [await add('Deleted'), await add('Here')];
  await call(addFavorite, { id: deleted });
  await fill('favorites', UNKNOWN_ID, MAX_FAVORITES - 1);
  await call(deleteDisease, { id: deleted });
  await call(addFavorite, { id });
  expect(names(await call(listFavorites, {}))).toEqual(['Here']);
});

it('viewed diseases are the last viewed first, each once, and only some are kept', async () => {
  const { call } = catalog;
  const [first, second] = [await add('First'), await add('Second')];
  await call(addRecent, { id: first });
  await fill('recent', UNKNOWN_ID, MAX_RECENT);
  for (const id of [first, second, first]) await call(addRecent, { id });
  expect(names(await call(listRecent, {}))).toEqual(['First', 'Second']);
  const [stored] = await lists().find<{ recent: unknown[] }>({}).toArray();
  expect(stored?.recent).toHaveLength(MAX_RECENT);
  expect(await catalog.as(buyer())(listRecent, {})).toEqual([]);
  // It was deleted while it was looked at.
  await call(addRecent, { id: UNKNOWN_ID });
  expect(await call(listRecent, {})).toHaveLength(2);
});
