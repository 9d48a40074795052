import { randomUUID } from 'node:crypto';
import { AppLogger, backgroundContext, coalesceCalls, RpcClient } from '@ctdb/chassis';
import {
  type Attempt,
  type AttemptAction,
  type AttemptSource,
  type ErrorCode,
  recordAttempts,
  type RouteContract,
  routes,
} from '@ctdb/contracts';
import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { RequestContext } from './request-context.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Sources that are told apart in an hour. Attempts of further ones count together. */
const MAX_PER_HOUR = 300;
/** Entries that wait for ops, at most an hour of an attack. */
const MAX_WAITING = 1_000;
const MAX_PER_CALL = 200;

const throttled: readonly ErrorCode[] = ['RATE_LIMITED', 'TOO_MANY_TRIES'];
const restoreRoutes: readonly RouteContract[] = [routes.restoreAccess, routes.requestRefund];
const failedRestores: readonly ErrorCode[] = ['NOT_FOUND', 'PURCHASE_ENDED', 'NOT_REFUNDABLE'];

/** What the answer `code` of a route says about an attack; undefined for all others. */
export const toAttemptAction = (
  contract: RouteContract | undefined,
  code: ErrorCode | undefined,
): AttemptAction | undefined => {
  if (!contract || code === undefined) return undefined;
  if (throttled.includes(code)) return 'throttled';
  if (code === 'FORBIDDEN') return 'role-refused';
  if (code === 'INVALID_CREDENTIALS') return 'sign-in-failed';
  if (code === 'INVALID_SIGNATURE') return 'webhook-refused';
  return restoreRoutes.includes(contract) && failedRestores.includes(code)
    ? 'restore-failed'
    : undefined;
};

/**
 * Counts refused attempts by action, route and source, and sends the counts to the audit trail every
 * minute. A request costs one addition, and an attacker with many addresses no more than some hundred
 * entries an hour. What is not sent when the process is killed is in the access log alone.
 */
@Injectable()
export class AttemptLog implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Sends what was counted. */
  readonly flush = coalesceCalls(() => this.send());
  private counts = new Map<string, Attempt>();
  private waiting: Attempt[] = [];
  private hour = 0;
  private distinct = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly rpc: RpcClient,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.flush(), MINUTE_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  /** Counts a request if its answer tells of an attack. */
  record({ contract, errorCode, caller }: RequestContext, source: AttemptSource): void {
    const action = toAttemptAction(contract, errorCode);
    if (!action || !contract) return;
    const { role } = caller.subject;
    const route = `${contract.method} ${contract.path}`;
    const isCounted = this.count({ action, role, route, source });
    if (!isCounted) this.count({ action, role: 'anonymous' }, true);
  }

  private async send(): Promise<void> {
    this.waiting.push(...this.counts.values());
    this.counts = new Map();
    const surplus = Math.max(0, this.waiting.length - MAX_WAITING);
    if (surplus > 0) this.logger.warn('the audit trail misses attempts', { entries: surplus });
    this.waiting.splice(0, surplus);
    try {
      while (this.waiting.length > 0) {
        const attempts = this.waiting.slice(0, MAX_PER_CALL);
        // Sent again under the same ids, because ops may have stored them without an answer.
        await this.rpc.call(recordAttempts, { attempts }, backgroundContext());
        this.waiting.splice(0, attempts.length);
      }
    } catch (error) {
      this.logger.warn('sending attempts to the audit trail failed, they stay waiting', error);
    }
  }

  /** False for one more source than are told apart. */
  private count(
    attempt: Pick<Attempt, 'action' | 'role' | 'route' | 'source'>,
    isRest = false,
  ): boolean {
    const key = JSON.stringify(attempt);
    let counted = this.counts.get(key);
    if (!counted) {
      if (!isRest && !this.takesAnother()) return false;
      counted = { id: randomUUID(), at: new Date().toISOString(), count: 0, ...attempt };
      this.counts.set(key, counted);
    }
    counted.count += 1;
    return true;
  }

  private takesAnother(): boolean {
    const hour = Math.floor(Date.now() / HOUR_MS);
    if (hour !== this.hour) [this.hour, this.distinct] = [hour, 0];
    return (this.distinct += 1) <= MAX_PER_HOUR;
  }
}
