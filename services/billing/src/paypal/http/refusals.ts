import { z } from 'zod';
import { ProviderRefusal, type RefusalCode } from '../../provider/payment-provider.js';

const problem = z.object({
  name: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
});

/** PayPal's issues by rejection code; the buyer can fix the second and third group. */
const codes: Partial<Record<string, RefusalCode>> = {
  ORDER_ALREADY_CAPTURED: 'ORDER_ALREADY_CAPTURED',
  ORDER_NOT_APPROVED: 'ORDER_NOT_APPROVED',
  PAYER_ACTION_REQUIRED: 'ORDER_NOT_APPROVED',
  INSTRUMENT_DECLINED: 'INSTRUMENT_DECLINED',
  TRANSACTION_REFUSED: 'INSTRUMENT_DECLINED',
  PAYER_CANNOT_PAY: 'INSTRUMENT_DECLINED',
  CARD_EXPIRED: 'INSTRUMENT_DECLINED',
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: 'INSTRUMENT_DECLINED',
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: 'INSTRUMENT_DECLINED',
  PAYER_ACCOUNT_RESTRICTED: 'INSTRUMENT_DECLINED',
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: 'INSTRUMENT_DECLINED',
  TRANSACTION_BLOCKED_BY_PAYEE: 'INSTRUMENT_DECLINED',
  CURRENCY_NOT_SUPPORTED: 'CURRENCY_NOT_SUPPORTED',
  CAPTURE_FULLY_REFUNDED: 'CAPTURE_FULLY_REFUNDED',
  INVALID_RESOURCE_ID: 'NOT_FOUND',
};

/** Parses a 4xx response. Only names in capitals are accepted, because they are logged. */
export const refusalOf = (status: number, body: unknown): ProviderRefusal => {
  const { data } = problem.safeParse(body);
  const issue = [data?.details?.[0]?.issue, data?.name].find(
    (text) => text !== undefined && /^[A-Z0-9_]{1,60}$/.test(text),
  );
  const code = codes[issue ?? ''] ?? (status === 404 ? 'NOT_FOUND' : 'OTHER');
  return new ProviderRefusal(code, issue ?? `HTTP_${status}`);
};
