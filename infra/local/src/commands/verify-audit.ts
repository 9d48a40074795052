import { runBeside } from './beside.ts';

/** `npm run verify-audit`: prints what the verification finds, and ends with its code. The product must run. */
export const verifyAudit = async (signal: AbortSignal): Promise<number> =>
  (await runBeside('ops', ['dist/verify-audit.js'], signal)) ?? 2;
