import { REDIS } from '@ctdb/chassis';
import { type MailRecord, Mails } from '@ctdb/chassis/mail';
import type { TestService } from '@ctdb/chassis/testing';
import type { Redis } from 'ioredis';
import { getModelToken } from '@nestjs/mongoose';
import { type Model, mongo, type Types } from 'mongoose';
import { AccessConsumer } from '../../src/access/access.consumer.js';
import { AddressesService } from '../../src/access/addresses.service.js';
import { PracticeDataService } from '../../src/access/practice-data.service.js';
import { PracticesService } from '../../src/access/practices.service.js';
import { KeyedMutex } from '../../src/passes/keyed-mutex.js';
import { PassesService } from '../../src/passes/passes.service.js';
import { ProviderUnavailableError } from '../../src/payments/providers/payment-provider.js';
import { PaymentProviders } from '../../src/payments/providers/payment-providers.js';
import { PaymentsConsumer } from '../../src/payments/payments.consumer.js';
import { PurchaseRecoveryService } from '../../src/payments/recovery/purchase-recovery.service.js';
import { PracticeRecord } from '../../src/practices/practice.record.js';
import { PracticesRepository } from '../../src/practices/practices.repository.js';
import { PurchaseRecord } from '../../src/purchases/purchase.record.js';
import { PurchasesRepository } from '../../src/purchases/purchases.repository.js';
import { ReceiptsConsumer } from '../../src/receipts/receipts.consumer.js';
import { simulators } from '../support/billing.js';
import type { Ledger } from '../support/paypal.js';
import { strike } from './operation.js';

const { EJSON } = mongo.BSON;
const writes = ['findOneAndUpdate', 'updateOne', 'updateMany'] as const;
const calls = ['createOrder', 'getOrder', 'captureOrder', 'getCapture', 'refund'] as const;

type Mail = Parameters<Mails['add']>[0];

/** Keeps mails by their receivers in the place of sending them, which has tests of its own. */
const collectMails = (mails: Mails): Map<string, Mail[]> => {
  const collected = new Map<string, Mail[]>();
  Object.defineProperty(mails, 'isOn', { value: true });
  mails.add = async (mail) => {
    const { _id, kind, to = '' } = mail;
    const mailbox = collected.get(to) ?? [];
    collected.set(to, mailbox);
    if (mailbox.some((one) => one._id === _id)) return;
    const record: MailRecord = { ...mail, state: 'waiting', createdAt: new Date(), outbox: [] };
    // Receipts would be drawn.
    const content = kind === 'receipt' ? mail : await mails.prepare(record);
    if (content) mailbox.push({ ...mail, ...content });
  };
  return collected;
};

/** Billing's services in this process, with places to crash; money moves at the simulators. */
export const newSetup = ({ get }: Pick<TestService, 'get'>) => {
  const redis = get<Redis>(REDIS);
  const purchases = get<Model<PurchaseRecord>>(getModelToken(PurchaseRecord.name));
  const practices = get<Model<PracticeRecord>>(getModelToken(PracticeRecord.name));
  const mails = collectMails(get(Mails));
  // Operations stand for processes, which do not wait for each other, and of which some die.
  get(KeyedMutex).runExclusive = (_key, work) => work();
  for (const provider of get(PaymentProviders).all) {
    // Webhooks come unsigned: signatures have tests.
    provider.readEvent = (_headers, body) => JSON.parse(body.toString('utf8'));
    strike(provider, calls, () => new ProviderUnavailableError('as the history wants it'));
  }
  const cut = () => new mongo.MongoNetworkError('as the history wants it');
  for (const { collection } of [purchases, practices]) strike(collection, writes, cut);
  // Inserts of several operations share a command, so that these places are around them.
  for (const repository of [get(PurchasesRepository), get(PracticesRepository)])
    strike(repository, ['create'], cut);
  strike(get(Mails), ['add'], cut);
  strike(redis, ['eval'], () => new Error('Command timed out, as the history wants it'));

  const ledger = async (): Promise<Ledger> => {
    const all = await Promise.all(Object.values(simulators).map((one) => one.ledger()));
    const captures = all.flatMap((one) => one.captures);
    return { captures, refunds: all.flatMap((one) => one.refunds) };
  };
  const addresses = get(AddressesService);
  const data = get(PracticeDataService);
  const maintain = async (): Promise<void> => {
    for (const service of [get(PassesService), get(PracticesService), addresses, data])
      await service.runMaintenance();
  };
  /** Moves the times of purchases and practices into the past, as if time had passed. */
  const shift = async (ids: Types.ObjectId[], milliseconds: number): Promise<void> => {
    for (const { db, collection } of [purchases, practices]) {
      const rows = db.collection(collection.name);
      for (const row of await rows.find({ _id: { $in: ids } }).toArray()) {
        const text = EJSON.stringify(row, { relaxed: false });
        const times = /(?<="\$date":\{"\$numberLong":")\d+/g;
        const shifted = text.replaceAll(times, (time) => String(Number(time) - milliseconds));
        await rows.replaceOne({ _id: row['_id'] }, EJSON.parse(shifted));
      }
    }
  };
  /** Forgets all purchases and practices. */
  const clear = async (): Promise<void> => {
    for (const model of [purchases, practices]) await model.collection.deleteMany({});
    mails.clear();
  };
  return {
    ...{ simulators, redis, purchases, practices, mails },
    ...{ ledger, shift, maintain, clear, addresses },
    data,
    access: get(AccessConsumer),
    payments: get(PaymentsConsumer),
    receipts: get(ReceiptsConsumer),
    recovery: get(PurchaseRecoveryService),
  };
};

export type Setup = ReturnType<typeof newSetup>;
