import { expect, it } from 'vitest';
import { Types } from 'mongoose';
import type { ProviderCapture, ProviderOrder } from '../providers/payment-provider.js';
import { evaluateOrder } from './evaluate-order.js';

const _id = new Types.ObjectId();
const expected = { _id, amountMinor: 999, currency: 'USD' as const };
const customId = _id.toHexString();
const charge = { amountMinor: 999, currency: 'USD', customId, payee: 'MERCHANT' };
const orderWith = (
  status: ProviderOrder['status'],
  change?: Partial<ProviderCapture>,
): ProviderOrder => ({
  ...{ id: 'O-1', status, ...charge, payerEmail: undefined },
  capture: change && { id: 'C-1', status: 'COMPLETED', ...charge, ...change },
});

const kindOf = (order: ProviderOrder) => evaluateOrder(expected, order, 'MERCHANT').kind;

it.each([
  [{}, 'paid'],
  [{ status: 'PARTIALLY_REFUNDED' }, 'paid'],
  [{ status: 'PENDING' }, 'heldByProvider'],
  [{ status: 'REFUNDED' }, 'refundDetected'],
  [{ status: 'DECLINED' }, 'declined'],
  [{ status: 'FAILED' }, 'declined'],
  [{ amountMinor: 1 }, 'paymentMismatch'],
  [{ amountMinor: 1_000 }, 'paymentMismatch'],
  [{ currency: 'INR' }, 'paymentMismatch'],
  [{ customId: new Types.ObjectId().toHexString() }, 'paymentMismatch'],
  [{ customId: undefined }, 'paymentMismatch'],
  [{ payee: 'STRANGER' }, 'paymentMismatch'],
] as const)('the capture %j of a completed order means %s', (change, kind) => {
  expect(kindOf(orderWith('COMPLETED', change))).toBe(kind);
});

it('the judgement of an order does not check the payee if none is configured', () => {
  const order = orderWith('COMPLETED', { payee: 'STRANGER' });
  expect(evaluateOrder(expected, order).kind).toBe('paid');
});

it.each([
  ['CREATED', 'notApproved'],
  ['SAVED', 'notApproved'],
  ['PAYER_ACTION_REQUIRED', 'notApproved'],
  ['VOIDED', 'notApproved'],
  ['APPROVED', 'capturable'],
  ['COMPLETED', 'unknown'],
] as const)('an order that is %s without a capture means %s', (status, kind) => {
  expect(kindOf(orderWith(status))).toBe(kind);
});

it('the judgement of an order lets an order that was declined and agreed to again be captured', () => {
  expect(kindOf(orderWith('APPROVED', { status: 'DECLINED' }))).toBe('capturable');
});
