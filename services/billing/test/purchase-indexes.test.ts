import { MONGO } from '@ctdb/chassis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Connection, Types } from 'mongoose';
import { GrantsRepository } from '../src/passes/grants.repository.js';
import { SubscriptionsRepository } from '../src/passes/subscriptions.repository.js';
import { PurchasesRepository } from '../src/purchases/purchases.repository.js';
import { DuePurchasesRepository } from '../src/purchases/due-purchases.repository.js';
import { TestBilling } from './support/billing.js';

const ROWS = 3_000;
const billing = new TestBilling();
const { ledger } = billing;

const practices = Array.from({ length: 500 }, () => new Types.ObjectId());
const practice = practices[7] as Types.ObjectId;

/** Enough purchases, of many practices, that the database prefers an index to reading them all. */
const rows = () =>
  Array.from({ length: ROWS }, (_, index) => {
    const at = new Date(1_700_000_000_000 + index * 1_000);
    return {
      ...{ _id: new Types.ObjectId(), item: 'hourly', state: 'paid', due: [], outbox: [] },
      orderedBy: `browser-${index % 500}`,
      practice: practices[index % 500],
      commandId: String(index),
      createdAt: at,
      changedAt: at,
      providerOrderId: `O-${index}`,
      accessCode: `A-${index}`,
      payerEmail: `buyer-${index}@example.com`,
      grant: { seq: index, startsAt: at, endsAt: at },
    };
  });

beforeAll(async () => {
  await ledger.purchases().collection.insertMany(rows() as never);
});
afterAll(() => ledger.purchases().deleteMany({}));

/** The names of the indexes in a plan, as FerretDB (`IndexDetails`) or MongoDB tells it. */
const indexesIn = (plan: unknown, isChosen = false): string[] => {
  if (typeof plan !== 'object' || plan === null) return [];
  return Object.entries(plan).flatMap(([name, part]: [string, unknown]) =>
    isChosen && name === 'indexName'
      ? [String(part)]
      : indexesIn(part, isChosen || name === 'IndexDetails' || name === 'winningPlan'),
  );
};

/** The filter of each `find` that is sent while `work` is done. */
const filtersOf = async (work: () => Promise<unknown>): Promise<object[]> => {
  const finds: object[] = [];
  const mongo = billing.service.get<Connection>(MONGO);
  mongo.set('debug', (_collection: string, method: string, filter: object) => {
    if (method === 'find' || method === 'findOne') finds.push(filter);
  });
  try {
    await work();
  } finally {
    mongo.set('debug', false);
  }
  return finds;
};

/** Which indexes each `find` uses that `work` sends. */
const indexesOf = async (work: () => Promise<unknown>): Promise<string[][]> => {
  const fieldsOf = (filter: object) => Object.keys(filter).join();
  // What the reconciler sends meanwhile does not come twice.
  const again = (await filtersOf(work)).map(fieldsOf);
  const finds = (await filtersOf(work)).filter((filter) => again.includes(fieldsOf(filter)));
  expect(finds).not.toEqual([]);
  return Promise.all(
    finds.map(async (filter) =>
      indexesIn(await ledger.purchases().collection.find(filter).explain()),
    ),
  );
};

const grants = () => billing.service.get(GrantsRepository);
const orders = () => billing.service.get(PurchasesRepository);
const due = () => billing.service.get(DuePurchasesRepository);
const queries: Record<string, () => Promise<unknown>> = {
  'what a practice may use': () => grants().findGrants(practice),
  'what a practice has bought': () => grants().findAll(practice),
  'what a practice has paid last': () => grants().findLastPaid(practice),
  'what a practice may begin': () => grants().findUnclaimed(practice, new Date(0)),
  'what keeps a practice open': () => grants().hasUnfinished(practice, new Date(0), new Date(0)),
  'what a practice gives to another one': () => grants().findRows(practice),
  'plans that end': () => grants().findEndingPlans(1_700_000_000_000, 1_700_000_001_000),
  'an access code': () => orders().findByAccessCode('A-7'),
  'work that is due': () => grants().findPendingWork(100),
  'receipts that are due': () => due().findDueReceipts(100),
  'payments to read again': () => due().findRechecks(100),
  'payments that webhooks name': () => due().findReads(100),
  'an order at PayPal': () => orders().findByProviderOrder('O-7'),
  'an order by its command': () => orders().findByCommand('browser-7', '7'),
  'what is unfinished': () => due().findUnfinished('capturing', 16),
  'what is unpaid': () => due().findUnpaid(0, 16),
  'a payer’s payments': () =>
    billing.service.get(SubscriptionsRepository).findPayments('buyer-7@example.com'),
};

it.each(Object.keys(queries))('%s is found by an index', async (name) => {
  const used = await indexesOf(queries[name] as () => Promise<unknown>);
  for (const indexes of used) {
    expect(indexes).not.toEqual([]);
    // Of FerretDB's, this one stands for all rows.
    expect(indexes).not.toContain('_id_');
    // Most rows are in one state: right for the rare ones only.
    if (!/unfinished|unpaid/.test(name)) expect(indexes).not.toContain('state_1_changedAt_1');
  }
});
