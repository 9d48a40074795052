import type { RequestOf, renewBrowserToken } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { hashToken, newToken } from '../accounts/tokens.js';
import type { PurchaseRecord } from '../purchases/purchase.record.js';
import { RedisClock } from '../redis-clock.js';
import { type BrowserTokenRecord, BrowserTokensRepository } from './browser-tokens.repository.js';
import { GrantsRepository } from './grants.repository.js';
import { PassCache } from './pass-cache.js';
import { nextSeq } from './schedule.js';

/** Longer than any request takes that was sent with the replaced token. */
const GRACE_MS = 30_000;

/** Whether the purchase gives access, or will. */
const isPaid = ({ state, grant }: PurchaseRecord, now: number): boolean =>
  ['capturing', 'pending', 'paid'].includes(state) && !(grant && grant.endsAt.getTime() <= now);

/**
 * Replaces the tokens of browsers. The new token takes over what the other one has when it is first
 * used: until then it is not known whether the answer with it has arrived, and the other one stays valid.
 */
@Injectable()
export class BrowserTokensService {
  constructor(
    private readonly tokens: BrowserTokensRepository,
    private readonly grants: GrantsRepository,
    private readonly cache: PassCache,
    private readonly clock: RedisClock,
  ) {}

  /** Whether `next` replaces the token; see `renewBrowserToken`. */
  async renew({ holder, next, isClaimed }: RequestOf<typeof renewBrowserToken>): Promise<boolean> {
    const from = await this.resolve(holder);
    const now = await this.clock.now();
    const hasPaid = (await this.grants.findAll(from)).some((purchase) => isPaid(purchase, now));
    const isKept = isClaimed ? !hasPaid || from === next : hasPaid && from === holder;
    if (!isKept) await this.tokens.add({ _id: next, from, createdAt: new Date(now) });
    return !isKept;
  }

  /** The token, and the one that it replaces, which has its purchases until the new one is used. */
  async withReplaced(token: string): Promise<string[]> {
    const own = await this.tokens.find(token);
    return own ? [token, own.from] : [token];
  }

  /**
   * The token under which the ledger has the purchases of a browser that uses `token`. What was being
   * written under a replaced token while it ended is moved by the next uses of its successor.
   */
  async resolve(token: string): Promise<string> {
    const graceStart = new Date((await this.clock.now()) - GRACE_MS);
    const own = await this.tokens.find(token);
    if (own) await this.takeOver(own, graceStart);
    const successor = await this.tokens.findSuccessor(token, graceStart);
    return successor ? this.resolve(successor._id) : token;
  }

  /**
   * Ends a token at once, with the one that it replaces. What it has goes to a token that nobody gets, from
   * which its buyer restores it. Invented tokens leave nothing.
   */
  async end(holder: string): Promise<void> {
    const token = await this.resolve(holder);
    const isKnown = await this.grants.isKnown(token);
    if (isKnown) {
      const discarded = hashToken(newToken());
      await this.grants.changeOrderedBy(token, discarded);
      await this.moveGrants(token, discarded);
    }
    const now = await this.clock.now();
    // After a crash the ledger does not know the token any more, but Redis may.
    for (const ended of new Set([holder, ...(await this.withReplaced(token))]))
      if (isKnown || !(await this.cache.isConsistent(ended, now)))
        await this.cache.refreshUntilWritten(ended);
  }

  private async takeOver(
    { _id: token, from, usedAt }: BrowserTokenRecord,
    graceStart: Date,
  ): Promise<void> {
    // First, so that requests with the other token find their way from now on.
    if (!usedAt) await this.tokens.markUsed(token, new Date(graceStart.getTime() + GRACE_MS));
    await this.grants.changeOrderedBy(from, token);
    await this.moveGrants(from, token);
    await this.cache.retire(from, GRACE_MS);
    if (usedAt && usedAt <= graceStart) await this.tokens.remove(token);
  }

  /** Another request may move the same grants. */
  private async moveGrants(from: string, to: string): Promise<void> {
    for (;;) {
      const grants = await this.grants.findGrants(from);
      const [grant] = grants.sort((one, other) => one.seq - other.seq);
      if (!grant) return;
      const seq = nextSeq(await this.grants.findGrants(to));
      await this.grants.changeHolder(grant, from, { holder: to, seq });
    }
  }
}
