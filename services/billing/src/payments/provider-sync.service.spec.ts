import { expect, it } from 'vitest';
import type { PurchaseRecord } from '../purchases/purchase.record.js';
import type { PurchasesRepository } from '../purchases/purchases.repository.js';
import type { DueReceiptsRepository } from '../receipts/due-receipts.repository.js';
import type { PaymentProviders } from './payment-providers.js';
import { ProviderSyncService } from './provider-sync.service.js';
import type { RefundsService } from './refunds.service.js';
import type { SettlementService } from './settlement.service.js';

/** What is stored of a purchase whose order has this outcome at the provider; undefined if nothing. */
const stored = async (
  state: PurchaseRecord['state'],
  kind: string,
  status: string,
  isHeld: boolean,
) => {
  let outcome: string | undefined;
  const settlement = {
    evaluate: () => ({ kind }),
    applyOutcome: (purchase: PurchaseRecord, applied: { kind: string }) => {
      outcome = applied.kind;
      return Promise.resolve(purchase);
    },
  };
  const order = { status, capture: isHeld ? { status: 'DECLINED' } : undefined };
  const service = new ProviderSyncService(
    {} as PurchasesRepository,
    {} as DueReceiptsRepository,
    settlement as unknown as SettlementService,
    {} as RefundsService,
    { of: () => ({ getOrder: () => Promise.resolve(order) }) } as unknown as PaymentProviders,
  );
  await service.sync({ state, providerOrderId: 'ORDER' } as PurchaseRecord);
  return outcome;
};

it.each([
  // The buyer may pay an open order again.
  ['open', 'declined', 'APPROVED', true, undefined],
  ['open', 'notApproved', 'CREATED', false, undefined],
  ['open', 'capturable', 'APPROVED', false, undefined],
  // Nothing is known of the held payment yet.
  ['pending', 'capturable', 'APPROVED', false, undefined],
  ['pending', 'declined', 'COMPLETED', true, 'declined'],
  ['pending', 'notApproved', 'CREATED', true, 'notApproved'],
  ['pending', 'completed', 'COMPLETED', true, 'completed'],
] as const)('%s, %s (%s, capture %s) becomes %s', async (state, kind, status, isHeld, expected) => {
  expect(await stored(state, kind, status, isHeld)).toBe(expected);
});
