import { retryOnConflict } from '@ctdb/chassis';
import { DomainError } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { activationCutoff, type GrantPeriod } from '../passes/schedule.js';
import { GrantsRepository } from '../passes/grants.repository.js';
import { PassCache } from '../passes/pass-cache.js';
import type { PurchaseRecord } from '../purchases/purchase.record.js';
import { RedisClock } from '../redis-clock.js';
import type { PracticeRecord } from '../practices/practice.record.js';
import { GRACE_MS, PracticesRepository } from '../practices/practices.repository.js';

/** So long after its access ended, or an order was made, a browser still opens its practice: a new hour continues it. */
export const CLOSING_DELAY_MS = 12 * 3_600_000;
const BATCH_SIZE = 100;

/** Whether the practice had access, and nothing of it runs, will run, or ended a short time ago. */
const isLapsed = (grants: readonly GrantPeriod[], now: number): boolean =>
  grants.length > 0 && grants.every(({ accessEndsAt }) => accessEndsAt + CLOSING_DELAY_MS <= now);

/** The browser in which a practice is opened, and whether it gives up the one that it opens. */
type Opening = { browser?: string | undefined; replace?: boolean | undefined };

/** Which browser opens which practice. */
@Injectable()
export class PracticesService {
  constructor(
    private readonly practices: PracticesRepository,
    private readonly grants: GrantsRepository,
    private readonly cache: PassCache,
    private readonly clock: RedisClock,
  ) {}

  /**
   * The practice that a browser opens; `null` without one. The first use of a next token ends the former
   * one. A practice whose access ended long ago is closed, because the computer may be a shared one.
   */
  async find(browser: string): Promise<PracticeRecord | null> {
    const found = await this.practices.findByBrowser(browser);
    if (!found) return null;
    const now = await this.clock.now();
    const openSince = new Date(now - CLOSING_DELAY_MS);
    const hasLapsed =
      // The code of an ended purchase opens it for an export.
      !(found.movedAt && found.movedAt > openSince) &&
      isLapsed(await this.grants.findGrants(found._id), now) &&
      !(await this.grants.hasUnfinished(found._id, openSince, activationCutoff(now)));
    if (hasLapsed) {
      await this.close(found);
      return null;
    }
    if (found.browser === browser) return found;
    const promoted = await this.practices.promote(found, new Date(now));
    if (promoted && found.browser) await this.cache.retire(found.browser, GRACE_MS);
    return promoted ?? this.practices.findByBrowser(browser);
  }

  /** The same. Throws `NOT_FOUND`. */
  async get(browser: string): Promise<PracticeRecord> {
    const found = await this.find(browser);
    if (!found) throw new DomainError('NOT_FOUND', { kind: 'order' });
    return found;
  }

  /** The practice for an order of a browser: the one that it opens, else a new one. */
  async findOrCreate(browser: string): Promise<PracticeRecord> {
    const now = new Date(await this.clock.now());
    const found = await this.find(browser);
    if (!found) return this.practices.create(browser, now);
    await this.practices.extend(found, now);
    return found;
  }

  /** Lets `next` replace the token of a browser; see `renewBrowserToken`. */
  async renew(browser: string, next: string): Promise<boolean> {
    const found = await this.find(browser);
    if (found?.browser !== browser) return false;
    return found.next === next || this.practices.offerNext(found, next);
  }

  /**
   * Opens a practice under the token `next`; the browser that had it loses it at once. Throws
   * `PRACTICE_OPEN` as {@link findReplaced}.
   */
  async open(
    { practice: id }: Pick<PurchaseRecord, 'practice'>,
    opening: Opening & { next: string },
  ): Promise<PracticeRecord> {
    const { browser, next } = opening;
    const replaced = await this.findReplaced(id, opening);
    const now = new Date(await this.clock.now());
    const moved = await retryOnConflict(async () => {
      // It may have been joined since the purchase was read.
      const found = await this.practices.findJoined(id);
      const isErased = found?.erasedAt ?? (found?.eraseAt && found.eraseAt <= now);
      if (!found || isErased) throw new DomainError('NOT_FOUND', { kind: 'accessCode' });
      // The answer to the same request was lost.
      if (found.browser === next) return found;
      // In the same browser it has not moved.
      const isHere = browser !== undefined && [found.browser, found.next].includes(browser);
      return this.practices.move(found, { to: next, movedAt: isHere ? found.movedAt : now }, now);
    });
    await this.removeStale(moved);
    if (replaced) await this.close(replaced);
    return moved;
  }

  /**
   * Another practice that a browser opens. Throws `PRACTICE_OPEN` if that was paid for or may be, unless it is
   * to be replaced.
   */
  async findReplaced(id: Types.ObjectId, { browser, replace }: Opening) {
    const found = await this.findOther(id, browser);
    const last = found && !replace ? await this.findLast(found) : undefined;
    if (!last) return found;
    const paidAt = (last.paidAt ?? last.createdAt).toISOString();
    throw new DomainError('PRACTICE_OPEN', { item: last.item, paidAt });
  }

  /** Another practice that a browser opens. */
  async findOther(id: Types.ObjectId, browser?: string): Promise<PracticeRecord | null> {
    const found = browser === undefined ? null : await this.find(browser);
    return found?._id.equals(id) ? null : found;
  }

  /** The practices that own what versions without practices stored for these owners. */
  async findByFormerOwners(owners: readonly string[]) {
    const found = await this.practices.findByFormerOwners(owners);
    const practices = found.flatMap(({ _id, joinedInto, formerOwners = [] }) =>
      formerOwners
        .filter((owner) => owners.includes(owner))
        .map((owner) => ({ owner, practice: (joinedInto ?? _id).toHexString() })),
    );
    return { practices };
  }

  /** The last purchase of a practice, or order that may be paid. */
  async findLast({ _id }: PracticeRecord): Promise<PurchaseRecord | undefined> {
    return this.grants.findLast(_id, new Date((await this.clock.now()) - CLOSING_DELAY_MS));
  }

  /** Closes the practice of a browser there. Invented tokens leave nothing. */
  async signOut(browser: string): Promise<void> {
    const found = await this.practices.findByBrowser(browser);
    if (found) await this.close(found);
    // After a crash Redis may still have the pass of a token that opens nothing any more.
    else await this.cache.refresh(browser);
  }

  /** Removes the passes of tokens that do not open their practice any more. */
  async runMaintenance(): Promise<void> {
    const now = new Date(await this.clock.now());
    for (const practice of await this.practices.findStale(now, BATCH_SIZE))
      await this.removeStale(practice);
  }

  /** The browser that opens the practice, as it was read, opens it no more. */
  async close({ _id, ...read }: PracticeRecord): Promise<void> {
    const tokens = [read.browser, read.next];
    const closed = await retryOnConflict(async () => {
      const found = await this.practices.findById(_id);
      const { browser, next } = found ?? {};
      const isSame = [browser, next].some((token) => token !== undefined && tokens.includes(token));
      if (!found || !isSame) return { _id };
      return this.practices.move(found, {}, new Date(await this.clock.now()));
    });
    await this.removeStale(closed);
  }

  private async removeStale({ _id, stale = [] }: Pick<PracticeRecord, '_id' | 'stale'>) {
    const now = new Date(await this.clock.now());
    const due = stale.filter(({ at }) => at <= now).map(({ browser }) => browser);
    for (const browser of due) await this.cache.refreshUntilWritten(browser);
    if (due.length > 0) await this.practices.clearStale(_id, due, now);
  }
}
