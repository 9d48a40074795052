import type { AppLogger } from '@ctdb/chassis';
import { Types } from 'mongoose';
import { expect, it } from 'vitest';
import type { PassesService } from '../../passes/passes.service.js';
import type { PracticesRepository } from '../../practices/practices.repository.js';
import type { PurchaseRecord } from '../../purchases/purchase.record.js';
import type { PurchasesRepository } from '../../purchases/purchases.repository.js';
import type { DuePurchasesRepository } from '../../purchases/due-purchases.repository.js';
import type { ProviderCapture, ProviderOrder } from '../providers/payment-provider.js';
import type { PaymentProviders } from '../providers/payment-providers.js';
import { SettlementService } from './settlement.service.js';

const _id = new Types.ObjectId();
const charge = { amountMinor: 999, currency: 'USD', customId: _id.toHexString() };
const lease = { id: 'of another worker', until: new Date() };

/** The transition of a purchase whose order is read; undefined if there is none. */
const transitionOf = async (
  state: PurchaseRecord['state'],
  status: ProviderOrder['status'],
  captureStatus?: ProviderCapture['status'],
) => {
  let name: string | undefined;
  const purchase = { ...charge, _id, state, declines: 0, lease, providerOrderId: 'ORDER' };
  const purchases = {
    transition: (changed: PurchaseRecord, transition: string) => {
      name = transition;
      return Promise.resolve(changed);
    },
  };
  const capture = captureStatus && { ...charge, id: 'CAPTURE', status: captureStatus };
  const order = { ...charge, id: 'ORDER', status, capture };
  const service = new SettlementService(
    purchases as unknown as PurchasesRepository,
    { findById: () => Promise.resolve(null) } as unknown as PracticesRepository,
    {} as DuePurchasesRepository,
    {} as PassesService,
    { info: () => undefined } as unknown as AppLogger,
    { of: () => ({ getOrder: () => Promise.resolve(order) }) } as unknown as PaymentProviders,
  );
  await service.sync(purchase as unknown as PurchaseRecord);
  return name;
};

it.each([
  // The buyer may pay an open order again.
  ['open', 'COMPLETED', 'DECLINED', undefined],
  ['open', 'CREATED', undefined, undefined],
  ['open', 'APPROVED', undefined, undefined],
  // Another worker captures it.
  ['capturing', 'APPROVED', 'DECLINED', undefined],
  // Nothing is known of the held payment yet.
  ['pending', 'APPROVED', undefined, undefined],
  ['pending', 'COMPLETED', 'DECLINED', 'denied'],
  ['pending', 'CREATED', 'DECLINED', 'released'],
  ['pending', 'COMPLETED', 'COMPLETED', 'paid'],
] as const)('%s, %s (capture %s) becomes %s', async (state, status, capture, expected) => {
  expect(await transitionOf(state, status, capture)).toBe(expected);
});
