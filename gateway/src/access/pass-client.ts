import { RpcClient, serviceUnavailable } from '@ctdb/chassis';
import { ANONYMOUS, claimPasses, DomainError, getActivePass } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../server/request-context.js';
import { toPassHolder, readPassRecord } from './records.js';

const CALL_TIMEOUT_MS = 3_000;

/** Billing's ledger of purchases, asked where Redis does not know. */
@Injectable()
export class PassClient {
  constructor(private readonly rpc: RpcClient) {}

  /**
   * Lets a browser in whose running pass Redis has lost, or whose next purchase begins now. Rejects
   * with `SERVICE_UNAVAILABLE` where billing cannot be asked: paid access is never denied unseen.
   */
  async restorePass(requestContext: RequestContext): Promise<void> {
    const { browserTokenHash: holder } = requestContext;
    if (
      holder === undefined ||
      readPassRecord(requestContext.admission.pass, requestContext.now) !== 'unknown'
    )
      return;
    const context = { ...requestContext.callContext(), deadlineMs: CALL_TIMEOUT_MS };
    const found = await this.rpc.call(getActivePass, { holder }, context).catch(toUnavailable);
    const caller = toPassHolder(found.pass ?? undefined, requestContext.now);
    if (caller) requestContext.caller = caller;
  }

  /** Begins what the browser has paid for and not begun yet, and lets it in by all that runs. */
  async claimPurchases(requestContext: RequestContext): Promise<void> {
    const { browserTokenHash: holder, caller } = requestContext;
    if (holder === undefined || caller.subject.role === 'admin') return;
    const context = { ...requestContext.callContext(), deadlineMs: CALL_TIMEOUT_MS };
    try {
      const { pass } = await this.rpc.call(claimPasses, { holder }, context);
      requestContext.caller = toPassHolder(pass ?? undefined, requestContext.now) ?? {
        subject: ANONYMOUS,
      };
    } catch (error) {
      // Who reads already goes on reading; what is not begun begins the next time.
      if (caller.subject.role === 'anonymous') toUnavailable(error);
    }
  }
}

/** Whatever billing's reason is, the caller's access is not known. */
const toUnavailable = (error: unknown): never => {
  if (error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE') throw error;
  throw serviceUnavailable();
};
