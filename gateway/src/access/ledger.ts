import { RpcClient, serviceUnavailable } from '@ctdb/chassis';
import { ANONYMOUS, claimPasses, DomainError, getActivePass } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Edge } from '../edge/edge.js';
import { holderOf, passAnswerOf } from './records.js';

const CALL_TIMEOUT_MS = 3_000;

/** Billing's ledger of purchases, asked where Redis does not know. */
@Injectable()
export class Ledger {
  constructor(private readonly rpc: RpcClient) {}

  /**
   * Lets a browser in whose running pass Redis has lost, or whose next purchase begins now. Rejects
   * with `SERVICE_UNAVAILABLE` where billing cannot be asked: paid access is never denied unseen.
   */
  async resume(edge: Edge): Promise<void> {
    const { holder } = edge;
    if (holder === undefined || passAnswerOf(edge.admission.pass, edge.now) !== 'unknown') return;
    const context = { ...edge.callContext(), deadlineMs: CALL_TIMEOUT_MS };
    const found = await this.rpc.call(getActivePass, { holder }, context).catch(refused);
    const caller = holderOf(found.pass ?? undefined, edge.now);
    if (caller) edge.caller = caller;
  }

  /** Begins what the browser has paid for and not begun yet, and lets it in by all that runs. */
  async claim(edge: Edge): Promise<void> {
    const { holder, caller } = edge;
    if (holder === undefined || caller.subject.role === 'admin') return;
    const context = { ...edge.callContext(), deadlineMs: CALL_TIMEOUT_MS };
    try {
      const { pass } = await this.rpc.call(claimPasses, { holder }, context);
      edge.caller = holderOf(pass ?? undefined, edge.now) ?? { subject: ANONYMOUS };
    } catch (error) {
      // Who reads already goes on reading; what is not begun begins the next time.
      if (caller.subject.role === 'anonymous') refused(error);
    }
  }
}

/** Whatever billing's reason is, the caller's access is not known. */
const refused = (error: unknown): never => {
  if (error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE') throw error;
  throw serviceUnavailable();
};
