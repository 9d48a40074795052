import { runBeside } from './beside.ts';

/** `npm run reconcile-payments -- --from TIME`: prints what was found, and ends with its code. The product must run. */
export const reconcilePayments = async (signal: AbortSignal, args: string[]): Promise<number> =>
  (await runBeside('billing', ['dist/reconcile-payments.js', ...args], signal)) ?? 1;
