import type { RouteName } from '@ctdb/contracts';
import { must } from '../report.ts';
import { contractOf, table } from './contract.ts';
import { Visitor } from './http/visitor.ts';
import { refused } from './problems.ts';
import { run } from './settings.ts';
import { questionOf } from './tour.ts';
import { historyOf } from './valid/registry.ts';
import type { World } from './world.ts';

/** A request, how often its operation was done, and a request of another content. */
interface Repeatable {
  visitor: Visitor;
  body: object;
  other: object;
  count: () => Promise<number>;
}

type Make = (world: World) => Promise<Repeatable>;

const disease: Make = (world) => {
  const { tour, admin } = world;
  const nameEn = world.word('Once');
  const body = { nameEn, nameKn: 'ಒಮ್ಮೆ', category: 'Other' };
  const query = { search: nameEn, limit: '100' };
  const count = async () =>
    (await tour.call(admin, 'listDiseases', { query })).filter((one) => one.nameEn === nameEn)
      .length;
  return Promise.resolve({ visitor: admin, body, other: { ...body, notes: 'Other' }, count });
};

const treatment: Make = async (world) => {
  const { id } = await world.disease();
  const body = { diseaseId: id, descriptionEn: 'Once' };
  const params = { diseaseId: id };
  // There can be one only: a second would have been refused.
  const count = async () =>
    Number((await world.tour.call(world.admin, 'getTreatmentOfDisease', { params })).version === 1);
  return { visitor: world.admin, body, other: { ...body, descriptionEn: 'Other' }, count };
};

const note: Make = async (world) => {
  const { treatment: of } = await world.treated();
  const body = { treatmentId: of.id, content: 'Once' };
  const count = async () =>
    (await world.tour.call(world.admin, 'listNotes', { params: { id: of.id } })).length;
  return { visitor: world.hour, body, other: { ...body, content: 'Other' }, count };
};

const entry: Make = async (world) => {
  const { treatment: of } = await world.treated();
  const body = historyOf(of);
  const count = async () =>
    (await world.tour.call(world.admin, 'listHistory', { params: { id: of.id } })).length;
  return { visitor: world.hour, body, other: { ...body, outcome: 'Worsened' }, count };
};

const order: Make = async ({ tour, admin }) => {
  const visitor = new Visitor('twice');
  const { charge } = await tour.call(visitor, 'getCheckout');
  const amount = charge.items.hourly;
  const body = { amount, currency: charge.currency, intent: 'CAPTURE', item: 'hourly' } as const;
  // Its first order gives a browser the cookie by which it is known again.
  await tour.call(visitor, 'createOrder', { body });
  const total = async () =>
    Number((await admin.ask(questionOf('listOrders', {}))).header('x-total-count'));
  const before = await total();
  const count = async () => (await total()) - before;
  return { visitor, body, other: body, count };
};

/** How each route is tried; one that is missing here is missed below. */
const makers: Partial<Record<RouteName, Make>> = {
  createDisease: disease,
  createTreatment: treatment,
  addNote: note,
  addHistoryEntry: entry,
  createOrder: order,
};

/** The same key: twice at the same moment, once more, and with another content. */
async function tried(world: World, name: RouteName, make: Make): Promise<string> {
  const { visitor, body, other, count } = await make(world);
  const headers = { 'idempotency-key': `${run}-${name}` };
  const ask = () => visitor.ask(questionOf(name, { body }, { headers }));
  const answers = [...(await Promise.all([ask(), ask()])), await ask()];
  const ids = answers.map((answer) => {
    must(answer.status === contractOf(name).status, answer.words);
    return (answer.json() as { id: string }).id;
  });
  must(new Set(ids).size === 1, `three answers tell of ${[...new Set(ids)].join(', ')}`);
  must((await count()) === 1, `it was done ${await count()} times`);
  if (contractOf(name).errors?.includes('IDEMPOTENCY_KEY_REUSED'))
    await refused(visitor, questionOf(name, { body: other }, { headers }), {
      status: 409,
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  for (const key of ['', 'a b', 'x'.repeat(201)])
    await refused(visitor, questionOf(name, { body }, { headers: { 'idempotency-key': key } }), {
      status: 400,
      code: 'VALIDATION_FAILED',
      faults: [{ path: 'Idempotency-Key', code: 'WRONG_FORMAT' }],
    });
  must((await count()) === 1, 'a refused request has done it once more');
  return 'three requests, one operation';
}

/** Routes that honour Idempotency-Key do the same only once. */
export async function idempotent(world: World): Promise<void> {
  for (const [name] of table.filter(([, route]) => route.idempotent))
    await world.report.check(`Idempotency-Key: ${name}`, async () => {
      const make = makers[name];
      must(make !== undefined, 'the test does not know it');
      return tried(world, name, make);
    });
}
