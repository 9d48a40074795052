import { beforeAll, expect, it, vi } from 'vitest';
import { MONGO, RpcClient } from '@ctdb/chassis';
import {
  admin,
  buyer,
  newEnvelope,
  rpcCaller,
  sharedTestEnv,
  startTestService,
  testBroker,
  waitUntil,
  type RpcCaller,
  type TestBroker,
  type TestService,
} from '@ctdb/chassis/testing';
import {
  ANONYMOUS,
  diseaseEvents,
  listAudit,
  treatmentEvents,
  type AuditEntry,
  type EventEnvelope,
  type RequestInput,
} from '@ctdb/contracts';
import type { Connection } from 'mongoose';
import { OpsModule } from '../src/ops.module.js';

const env = sharedTestEnv();
const asha = admin({ name: 'asha' });
let ops: TestService;
let call: RpcCaller;
let broker: TestBroker;

beforeAll(async () => {
  ops = await startTestService(OpsModule, env);
  call = await rpcCaller(asha, env);
  broker = await testBroker(env);
}, 120_000);

const updated = {
  ...{ diseaseId: 'd'.repeat(24), nameEn: 'Asthma', nameKn: 'ಅಸ್ತಮಾ', version: 2 },
  changes: [
    { field: 'category', before: 'Skin', after: 'Respiratory' },
    { field: 'notes', before: '', after: 'ask asha@example.com' },
  ],
};
const event = (more: Partial<EventEnvelope> = {}) =>
  newEnvelope(diseaseEvents.updated, updated, {
    at: '2026-01-05T10:00:00.000Z',
    actor: asha,
    ...more,
  });

const publish = (envelope: EventEnvelope): void => broker.publish(envelope.name, envelope);

const list = (filter: Partial<RequestInput<typeof listAudit>> = {}) =>
  call(listAudit, { page: 1, limit: 100, ...filter });

const lineOf = async (id: string): Promise<AuditEntry> => {
  let found: AuditEntry | undefined;
  await waitUntil(async () => {
    found = (await list()).items.find((line) => line.id === id);
    return found !== undefined;
  }, 'the event is not in the trail');
  if (!found) throw new Error('the line went away');
  return found;
};

it('an event of a change becomes an entry: who, when, what, before and after, without personal data', async () => {
  const published = event();
  publish(published);
  expect(await lineOf(published.id)).toEqual({
    sequence: expect.any(Number),
    id: published.id,
    at: '2026-01-05T10:00:00.000Z',
    actor: { role: 'admin', name: 'asha' },
    kind: 'disease',
    action: 'updated',
    objectId: 'd'.repeat(24),
    // Without the catalog by the label of an earlier entry.
    disease: { id: 'd'.repeat(24), nameEn: 'Asthma' },
    label: 'Asthma',
    changes: [
      { field: 'category', before: 'Skin', after: 'Respiratory' },
      { field: 'notes', before: '', after: 'ask [masked]' },
    ],
    requestId: 'r-1',
  });
});

it('an event of a change is shown with its disease as it is called now', async () => {
  const treatmentId = 'e'.repeat(24);
  const disease = { id: 'f'.repeat(24), nameEn: 'Bronchial asthma', nameKn: 'ಅಸ್ತಮಾ' };
  const { name } = treatmentEvents.created;
  const payload = { treatmentId, diseaseId: disease.id, version: 1, changes: [] };
  const published = event({ name, payload });
  publish(published);
  await lineOf(published.id);
  const treatments = [{ id: treatmentId, diseaseId: disease.id }];
  vi.spyOn(ops.get(RpcClient), 'call').mockResolvedValueOnce({ diseases: [disease], treatments });
  const shown = (await list()).items.find(({ id }) => id === published.id);
  expect(shown).toMatchObject({ disease, treatmentId });
});

it('an event of a change has only the role of a subject that is no administrator', async () => {
  const ofBuyer = event({ actor: buyer() });
  const visitor = event({ actor: ANONYMOUS });
  publish(ofBuyer);
  publish(visitor);
  expect((await lineOf(ofBuyer.id)).actor).toEqual({ role: 'pass' });
  expect((await lineOf(visitor.id)).actor).toEqual({ role: 'anonymous' });
});

it('the trail is listed newest first, by kind, administrator and time', async () => {
  const at = (day: number) => `2027-03-0${day}T00:00:00.000Z`;
  const ravi = admin({ name: 'ravi' });
  const days = [3, 1, 2].map((day) => event({ at: at(day), actor: day === 2 ? ravi : asha }));
  const price = event({
    name: 'billing.price.changed.v1',
    at: at(4),
    payload: {
      before: { usdCents: 999, inrPaise: 79_900 },
      after: { usdCents: 1_099, inrPaise: 79_900 },
    },
  });
  for (const each of [...days, price]) publish(each);
  for (const { id } of [...days, price]) await lineOf(id);
  const [three, one, two] = days.map(({ id }) => id);
  const idsOf = async (filter: Partial<RequestInput<typeof listAudit>>) => {
    const { items, total } = await list(filter);
    expect(items).toHaveLength(total);
    return items.map(({ id }) => id);
  };
  const range = { from: at(1), to: at(5) };
  expect(await idsOf(range)).toEqual([price.id, three, two, one]);
  expect(await idsOf({ from: at(1), to: at(3) })).toEqual([two, one]);
  expect(await idsOf({ ...range, kind: 'disease' })).toEqual([three, two, one]);
  expect(await idsOf({ ...range, actor: 'ravi' })).toEqual([two]);
  expect(await idsOf({ ...range, actor: 'rav' })).toEqual([]);
  expect(await idsOf({ ...range, kind: 'price', actor: 'asha' })).toEqual([price.id]);
  expect((await list({ kind: 'price' })).items[0]?.changes).toEqual([
    { field: 'usd_hourly', before: '9.99', after: '10.99' },
  ]);
  const second = await list({ ...range, page: 2, limit: 3 });
  expect([second.total, second.items.map(({ id }) => id)]).toEqual([4, [one]]);
});

it('the trail has an index for every query', async () => {
  const indexes = await ops.get<Connection>(MONGO).collection('audit').indexes();
  const names = indexes.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['newest', 'ofKind', 'ofActor']));
  // Nothing in it ends by itself.
  expect(indexes.every(({ expireAfterSeconds }) => expireAfterSeconds === undefined)).toBe(true);
});
