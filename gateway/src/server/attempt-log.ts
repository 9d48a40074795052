import { randomUUID } from 'node:crypto';
import { AppLogger, backgroundContext, coalesceCalls, RpcClient } from '@ctdb/chassis';
import {
  type Attempt,
  type AttemptAction,
  type AttemptSource,
  type ErrorCode,
  errorCodes,
  recordAttempts,
  type RouteContract,
  routes,
} from '@ctdb/contracts';
import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { z } from 'zod';
import type { RequestContext } from '../http/request-context.js';
import listedProofs from './wrong-proofs.json' with { type: 'json' };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Pairs of route and account with counters of their own, for each address and action in a day. */
const MAX_PER_ADDRESS = 10;
/** New counters of an action in an hour and in a day. One address gets far fewer. */
const MAX_PER_HOUR = 100;
const MAX_PER_DAY = 300;
/** Entries that wait for ops, at most an hour of an attack. */
const MAX_WAITING = 1_200;
const MAX_PER_CALL = 200;

/** Attempts with the same of all these are counted together. */
type Attempted = Pick<Attempt, 'action' | 'role' | 'route' | 'source'>;

interface Counter {
  readonly attempted: Attempted;
  /** Since the last entry, and since when. */
  count: number;
  at: string;
  hasEntry: boolean;
}

const routeNames = Object.keys(routes) as [keyof typeof routes, ...(keyof typeof routes)[]];
const proof = z.strictObject({
  routes: z.array(z.enum(routeNames)),
  codes: z.array(z.enum(errorCodes)),
});
/** What a wrong proof is called, with the routes that want one and the codes of their answers. */
const wrongProofs = Object.entries(
  z.strictObject({ 'sign-in-failed': proof, 'restore-failed': proof }).parse(listedProofs),
) as [AttemptAction, z.infer<typeof proof>][];
const byCode: Partial<Record<ErrorCode, AttemptAction>> = {
  RATE_LIMITED: 'throttled',
  TOO_MANY_TRIES: 'throttled',
  FORBIDDEN: 'role-refused',
  INVALID_CREDENTIALS: 'sign-in-failed',
  INVALID_SIGNATURE: 'webhook-refused',
};

/** Returns what the answer `code` of a route says about an attack; undefined for all others. */
const toAttemptAction = (contract: RouteContract, code: ErrorCode): AttemptAction | undefined => {
  const wrong = wrongProofs.find(
    ([, { routes: names, codes }]) =>
      codes.includes(code) && names.some((name) => routes[name] === contract),
  );
  return wrong?.[0] ?? byCode[code];
};

/**
 * Counts refused attempts by action, route and source. A source has an entry of the audit trail within
 * a minute, and another one with its further attempts when the hour ends. A request costs one addition.
 * Budgets limit the entries of an attack, and keep one address or action from using up those of
 * others; attempts beyond them count together. What is not sent when the process is killed is in
 * the access log alone.
 */
@Injectable()
export class AttemptLog implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Sends what is new. */
  readonly flush = coalesceCalls(() => this.send());
  private readonly counters = new Map<string, Counter>();
  /** How much of a day's budgets is used, by name. */
  private readonly used = new Map<string, number>();
  private waiting: Attempt[] = [];
  private hour = 0;
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
    this.collect(this.counters.values());
    await this.flush();
  }

  /** Counts a request if its answer tells of an attack. */
  record({ contract, errorCode, caller }: RequestContext, source: AttemptSource): void {
    const action = contract && errorCode && toAttemptAction(contract, errorCode);
    if (!action) return;
    this.endHour();
    const { role } = caller.subject;
    const { address } = source;
    const route = `${contract.method} ${contract.path}`;
    const counter =
      this.findCounter({ action, role, route, source }, `${action} ${address}`) ??
      this.findCounter({ action, role, source: { address } }) ??
      this.createCounter({ action, role: 'anonymous' });
    if (counter.count === 0) counter.at = new Date().toISOString();
    counter.count += 1;
  }

  private async send(): Promise<void> {
    this.endHour();
    this.collect([...this.counters.values()].filter(({ hasEntry }) => !hasEntry));
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

  /** Makes entries of what was counted since the last ones. */
  private collect(counters: Iterable<Counter>): void {
    for (const counter of counters) {
      const { attempted, at, count } = counter;
      if (count === 0) continue;
      this.waiting.push({ id: randomUUID(), at, count, ...attempted });
      Object.assign(counter, { count: 0, hasEntry: true });
    }
  }

  /** When an hour is over, its counters end, and budgets begin anew. */
  private endHour(now = Date.now()): void {
    const hour = Math.floor(now / HOUR_MS);
    if (hour === this.hour) return;
    if (Math.floor(hour / 24) !== Math.floor(this.hour / 24)) this.used.clear();
    this.hour = hour;
    this.collect(this.counters.values());
    this.counters.clear();
  }

  /** Undefined for a new source if a budget is used up. */
  private findCounter(attempted: Attempted, ofAddress?: string): Counter | undefined {
    const found = this.counters.get(JSON.stringify(attempted));
    if (found) return found;
    const { action } = attempted;
    const budgets: [string, number][] = [
      [`${action} ${this.hour}`, MAX_PER_HOUR],
      [action, MAX_PER_DAY],
    ];
    if (ofAddress !== undefined) budgets.push([ofAddress, MAX_PER_ADDRESS]);
    const countUsed = (name: string) => this.used.get(name) ?? 0;
    if (budgets.some(([name, most]) => countUsed(name) >= most)) return undefined;
    for (const [name] of budgets) this.used.set(name, countUsed(name) + 1);
    return this.createCounter(attempted);
  }

  private createCounter(attempted: Attempted): Counter {
    const key = JSON.stringify(attempted);
    const counter = this.counters.get(key) ?? { attempted, count: 0, at: '', hasEntry: false };
    this.counters.set(key, counter);
    return counter;
  }
}
