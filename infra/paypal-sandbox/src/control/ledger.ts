import type { Account } from '../store/account.ts';

/** What money has really moved: what tests compare the product's own books with. */
export function ledger(account: Account) {
  return {
    captures: account.all('capture').map(({ amount, ...capture }) => ({
      id: capture.id,
      orderId: capture.orderId,
      customId: capture.customId,
      invoiceId: capture.invoiceId,
      status: capture.status,
      value: amount.value,
      currency: amount.currency_code,
    })),
    refunds: account.all('refund').map(({ id, captureId, status, amount }) => ({
      id,
      captureId,
      status,
      value: amount.value,
      currency: amount.currency_code,
    })),
  };
}
