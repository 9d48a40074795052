import { PaypalError } from '../http/paypal-error.ts';
import type { Answer } from '../http/answer.ts';
import type { Account } from '../store/account.ts';
import type { Remembered } from '../store/model.ts';

/** How long a PayPal-Request-Id is remembered, in milliseconds. */
export const REMEMBERED_MS = 6 * 3_600_000;

/** Refusals that a repetition gets again; after the others the buyer's page makes the same call succeed. */
const FINAL = ['INSTRUMENT_DECLINED'];

/**
 * Does the work once for each request id: a repetition within six hours is answered with the first outcome,
 * what was made as it is now.
 * @param work returns what it made
 */
export function once(
  account: Account,
  call: string,
  requestId: string | undefined,
  work: () => { status: number; target: NonNullable<Remembered['target']> },
  tell: (target: NonNullable<Remembered['target']>) => unknown,
): Answer {
  const id = `${call} ${requestId ?? ''}`;
  const known = requestId === undefined ? undefined : account.get('remembered', id);
  if (known !== undefined && account.now - known.at < REMEMBERED_MS) {
    if (known.target === undefined) return { status: known.status, body: known.body };
    // PayPal answers a repeated creation with 200.
    return { status: 200, body: tell(known.target) };
  }
  const remember = (what: Omit<Remembered, 'id' | 'at'>) => {
    if (requestId !== undefined) account.put('remembered', { id, at: account.now, ...what });
  };
  try {
    const made = work();
    remember(made);
    return { status: made.status, body: tell(made.target) };
  } catch (error) {
    if (error instanceof PaypalError && FINAL.includes(error.message)) remember(error.answer);
    throw error;
  }
}
