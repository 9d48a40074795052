import { eventSpy } from '@ctdb/chassis/testing';
import {
  addColor,
  colorEvents,
  deleteColor,
  deleteDisease,
  listColors,
  replaceProtocols,
  treatmentEvents,
} from '@ctdb/contracts';
import { beforeEach, expect, it } from 'vitest';
import { foldColorKeys } from '../src/colors/colors.migration.js';
import {
  eventOf,
  readTreatment,
  testCatalog,
  UNKNOWN_ID,
  notFound,
  invalid,
  protocol,
} from './support/catalog.js';

const catalog = testCatalog();
const coral = { nameEn: 'Coral', nameKn: 'ಹವಳದ ಬಣ್ಣ', value: '#FF7F50' };
const look = { ...coral, value: '#ff7f50' };

beforeEach(async () => {
  await catalog.mongo.collection('colors').deleteMany({});
});

it('an added color is listed, and prescribed by protocols with its names and shade', async () => {
  const { call, env } = catalog;
  const spy = await eventSpy(env, colorEvents.added, treatmentEvents.protocolsReplaced);
  const added = await call(addColor, coral);
  expect(added).toMatchObject(look);
  await call(addColor, { nameEn: 'amber', nameKn: 'ತೃಣಮಣಿ ಬಣ್ಣ', value: '#ffbf00' });
  expect((await call(listColors, {})).map(({ nameEn }) => nameEn)).toEqual(['amber', 'Coral']);
  await spy.waitFor(colorEvents.added, ({ payload }) => payload.colorId === added.id);

  const { id, diseaseId } = await catalog.treatment();
  const protocols = [added.id, 'scarlet'].map((color) => ({ ...protocol, color }));
  await call(replaceProtocols, { treatmentId: id, protocols });
  const stored = await readTreatment(call, diseaseId);
  expect(stored.protocols).toMatchObject([
    { color: added.id, colorLook: look },
    { color: 'scarlet' },
  ]);
  expect(stored.protocols[1]).not.toHaveProperty('colorLook');
  const { payload } = await spy.waitFor(treatmentEvents.protocolsReplaced, eventOf(id));
  expect(payload.changes[0]?.after).toEqual([
    'Coral · Chest · 20 min · daily',
    'scarlet · Chest · 20 min · daily',
  ]);
});

it('an added color has a name of its own in each language', async () => {
  const { call } = catalog;
  await call(addColor, coral);
  const other = { nameEn: 'Amber', nameKn: 'ತೃಣಮಣಿ ಬಣ್ಣ', value: '#ffbf00' };
  const taken: [object, string][] = [
    [{ nameEn: ' CORAL\u00a0' }, 'nameEn'],
    [{ nameKn: 'ಹವಳದ\u00a0ಬಣ್\u200cಣ' }, 'nameKn'],
    [{ nameEn: 'Scarlet' }, 'nameEn'],
    [{ nameKn: 'ಕಡುಗೆಂಪು' }, 'nameKn'],
  ];
  for (const [name, path] of taken) {
    const added = call(addColor, { ...other, ...name });
    await expect(added).rejects.toMatchObject(invalid(path, 'NAME_TAKEN'));
  }
  const twice = await Promise.allSettled([call(addColor, other), call(addColor, other)]);
  expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await call(listColors, {})).toHaveLength(2);
});

it('added colors of earlier versions get keys of folded names', async () => {
  const { id } = await catalog.call(addColor, coral);
  const earlier = { $set: { nameEn: 'Sea–Blue', nameKey: 'sea–blue' }, $unset: { nameKnKey: 1 } };
  await catalog.change('colors', id, earlier);
  await catalog.call(addColor, { ...coral, nameEn: 'Sea-Blue', nameKn: 'ಸಮುದ್ರ ನೀಲಿ' });
  await foldColorKeys.up(catalog.mongo);
  await foldColorKeys.up(catalog.mongo);
  const stored = await catalog.mongo.collection('colors').find().sort({ nameKey: 1 }).toArray();
  expect(stored.map(({ nameKey }) => nameKey)).toEqual(['sea-blue', `sea-blue ${id}`]);
  expect(stored[1]).toMatchObject({ nameKnKey: coral.nameKn });
});

it('an added color can be removed, and added again, while no treatment uses it', async () => {
  const { call, env } = catalog;
  const spy = await eventSpy(env, colorEvents.deleted);
  const { id: color } = await call(addColor, coral);
  const { id: treatmentId, diseaseId } = await catalog.treatment();
  const use = (colors: string[]) => {
    const protocols = colors.map((each) => ({ ...protocol, color: each }));
    return call(replaceProtocols, { treatmentId, protocols });
  };
  const inUse = { code: 'COLOR_IN_USE' };
  await use([color]);
  await expect(call(deleteColor, { id: color })).rejects.toMatchObject(inUse);
  await use([]);
  await call(deleteColor, { id: color });
  await spy.waitFor(colorEvents.deleted, ({ payload }) => payload.colorId === color);
  expect(await call(listColors, {})).toEqual([]);
  await expect(use([color])).rejects.toMatchObject(invalid('protocols.0.color', 'NOT_ALLOWED'));
  for (const id of [color, UNKNOWN_ID])
    await expect(call(deleteColor, { id })).rejects.toMatchObject(notFound('color'));

  const again = await call(addColor, coral);
  await use([again.id]);
  await call(deleteDisease, { id: diseaseId });
  await expect(call(deleteColor, { id: again.id })).rejects.toMatchObject(inUse);
});
