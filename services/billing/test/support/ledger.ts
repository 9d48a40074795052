import { createHash, randomBytes } from 'node:crypto';
import type { TestService } from '@ctdb/chassis/testing';
import {
  type Currency,
  defaultHourlyPrice,
  defaultPlanPrices,
  type GrantedPass,
  type PurchaseItem,
  purchaseItems,
  toDecimalString,
} from '@ctdb/contracts';
import { getModelToken } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { PracticesService } from '../../src/access/practices.service.js';
import { PassesService } from '../../src/passes/passes.service.js';
import { PurchaseRecord } from '../../src/purchases/purchase.record.js';
import { newTypedCode } from '../../src/typed-code.js';
import { RedisClock } from '../../src/redis-clock.js';

/** The hash of a new browser token. */
export const newBrowser = (): string => createHash('sha256').update(randomBytes(32)).digest('hex');

/** What a test knows of a payment. */
export type Payment = Omit<Partial<PurchaseRecord>, '_id'>;

/** A payment as its buyer knows it. */
export interface Paid {
  id: string;
  browser: string;
  practice: string;
  accessCode: string;
  email: string;
}

/** Puts payments into the ledger, as the payment flow leaves them, and looks at what becomes of them. */
export const ledgerOf = (service: () => TestService) => {
  const purchases = () => service().get<Model<PurchaseRecord>>(getModelToken(PurchaseRecord.name));
  const passes = () => service().get(PassesService);
  const practices = () => service().get(PracticesService);
  const now = () => service().get(RedisClock).now();

  const paid = async (
    item: PurchaseItem,
    browser = newBrowser(),
    payment: Payment = {},
  ): Promise<Paid> => {
    const _id = new Types.ObjectId();
    const paidAt = new Date(await now());
    const fixed = purchaseItems[item];
    const accessCode = newTypedCode();
    const { _id: practice } = await practices().findOrCreate(browser);
    const payerEmail = `buyer-${_id.toHexString()}@example.com`;
    const row = {
      item,
      amountMinor: 'usdCents' in fixed ? fixed.usdCents : 999,
      currency: 'USD',
      state: 'paid',
      orderedBy: browser,
      practice,
      accessCode,
      commandId: _id.toHexString(),
      createdAt: paidAt,
      changedAt: paidAt,
      providerOrderId: `O-${_id.toHexString()}`,
      captureId: `C-${_id.toHexString()}`,
      paidAt,
      payerEmail,
      ...payment,
    } as const;
    await purchases().create({ _id, ...row });
    const email = row.payerEmail;
    return { id: _id.toHexString(), browser, practice: practice.toHexString(), accessCode, email };
  };

  const find = async (id: string): Promise<PurchaseRecord> => {
    const row = await purchases().findById(id).lean();
    if (!row) throw new Error('there is no such purchase');
    return row;
  };

  /** When it begins and ends, in milliseconds since the epoch. */
  const timesOf = async (id: string): Promise<[number, number]> => {
    const { grant } = await find(id);
    return [grant?.startsAt.getTime() ?? NaN, grant?.endsAt.getTime() ?? NaN];
  };

  /** Lets a purchase have begun `milliseconds` earlier. */
  const shift = async (id: string, milliseconds: number): Promise<void> => {
    const [startsAt, endsAt] = (await timesOf(id)).map((time) => new Date(time - milliseconds));
    const $set = { 'grant.startsAt': startsAt, 'grant.endsAt': endsAt };
    await purchases().updateOne({ _id: id }, { $set });
  };

  /** What the payment flow does first when money goes back. */
  const refund = async (id: string): Promise<void> => {
    const changedAt = new Date(await now());
    const $set = { state: 'refunding', changedAt } as const;
    await purchases().updateOne({ _id: id }, { $set, $addToSet: { due: 'access' } });
  };

  /** Starts its access in its practice. */
  const activate = async (id: string): Promise<GrantedPass> => passes().activate(await find(id));

  /** Lets queues, Redis and the buyer's row follow the ledger, as after a refund. */
  const sync = async (id: string): Promise<void> => passes().syncWithLedger(await find(id));

  /** Both: an administrator's refund. */
  const revoke = async (id: string): Promise<void> => {
    await refund(id);
    await sync(id);
  };

  /** Opens its practice in another browser. */
  const move = async (id: string, next: string) => practices().open(await find(id), { next });

  const runMaintenance = async () => {
    await passes().runMaintenance();
    await practices().runMaintenance();
  };
  const changes = { refund, activate, sync, revoke, move, runMaintenance };
  return { purchases, now, paid, find, timesOf, shift, ...changes };
};

/** What items cost where no administrator has changed it. */
export const getPrice = (item: PurchaseItem, currency: Currency = 'USD'): string => {
  if (item === 'hourly') return toDecimalString(defaultHourlyPrice[currency]);
  const plans = { USD: purchaseItems[item].usdCents, INR: defaultPlanPrices[item] };
  return toDecimalString(plans[currency]);
};
