import { RpcClient, serviceUnavailable } from '@ctdb/chassis';
import { type AccessReason, ANONYMOUS, DomainError, isPerson, messages } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../http/request-context.js';
import { toPassCaller, readPassRecord } from './records.js';

const CALL_TIMEOUT_MS = 3_000;

/** Calls billing about passes that Redis does not know. */
@Injectable()
export class PassClient {
  constructor(private readonly rpc: RpcClient) {}

  /**
   * Restores a running pass of an anonymous caller that Redis has lost. Returns why there is none
   * otherwise. Rejects with `SERVICE_UNAVAILABLE` if billing is unreachable: paid access is never denied
   * unchecked.
   */
  async restorePass(requestContext: RequestContext): Promise<AccessReason> {
    const { browserTokenHash: browser } = requestContext;
    const { role } = requestContext.caller.subject;
    if (browser === undefined || role !== 'anonymous') return 'none';
    const known = readPassRecord(requestContext.admission.pass, requestContext.now);
    if (typeof known === 'object') return 'ended';
    if (known !== 'unknown') return known;
    const context = { ...requestContext.callContext(), deadlineMs: CALL_TIMEOUT_MS };
    const found = await this.rpc
      .call(messages.getActivePass, { browser }, context)
      .catch(toUnavailable);
    const caller = toPassCaller(found.pass ?? undefined, requestContext.now);
    if (caller) requestContext.caller = caller;
    return found.pass ? 'ended' : found.reason;
  }

  /**
   * Activates the purchases of the browser that have not started. Returns whether there were some, and
   * why there is no access otherwise.
   */
  async claimPurchases(
    requestContext: RequestContext,
  ): Promise<{ reason: AccessReason; hasActivated: boolean }> {
    const { browserTokenHash: browser, caller } = requestContext;
    const nothing = { reason: 'none', hasActivated: false } as const;
    if (browser === undefined || isPerson(caller.subject)) return nothing;
    const context = { ...requestContext.callContext(), deadlineMs: CALL_TIMEOUT_MS };
    try {
      const found = await this.rpc.call(messages.claimPasses, { browser }, context);
      const { pass, hasActivated } = found;
      requestContext.caller = toPassCaller(pass ?? undefined, requestContext.now) ?? {
        subject: ANONYMOUS,
      };
      return { reason: pass ? 'ended' : found.reason, hasActivated };
    } catch (error) {
      // A caller with access keeps it; the next call activates the purchases.
      if (caller.subject.role === 'anonymous') toUnavailable(error);
      return nothing;
    }
  }
}

/** After any error of billing the caller's access is unknown. */
const toUnavailable = (error: unknown): never => {
  if (error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE') throw error;
  throw serviceUnavailable();
};
