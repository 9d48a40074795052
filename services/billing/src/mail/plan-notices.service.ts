import { AppLogger } from '@ctdb/chassis';
import { formatMailTime, Mails } from '@ctdb/chassis/mail';
import { formatIndianDay, locales } from '@ctdb/contracts';
import { texts } from '@ctdb/contracts/texts';
import { Injectable } from '@nestjs/common';
import { Interval, Timeout } from '@nestjs/schedule';
import { PracticeMails } from '../access/practice-mails.service.js';
import { GrantsRepository } from '../passes/grants.repository.js';
import {
  hasGrant,
  includesPlan,
  toGrantPeriod,
  type PurchaseWithGrant,
} from '../passes/schedule.js';
import { itemPages } from '../payments/checkout/checkout.service.js';
import { RedisClock } from '../redis-clock.js';

const INITIAL_DELAY_MS = 15_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Days before the end of a plan, the longest first. */
const NOTICES = [7, 1] as const;

/** Mails confirmed addresses that a plan ends, once 7 days and once 1 day before. */
@Injectable()
export class PlanNotices {
  constructor(
    private readonly mails: Mails,
    private readonly grants: GrantsRepository,
    private readonly practiceMails: PracticeMails,
    private readonly clock: RedisClock,
    private readonly logger: AppLogger,
  ) {}

  @Timeout(INITIAL_DELAY_MS)
  checkAfterStart(): Promise<void> {
    return this.check();
  }

  /** In every process: the id of a notice makes it one mail. */
  @Interval(HOUR_MS)
  async check(): Promise<void> {
    if (!this.mails.isOn) return;
    try {
      const now = await this.clock.now();
      const ending = await this.grants.findEndingPlans(now, now + NOTICES[0] * DAY_MS);
      for (const purchase of ending) if (hasGrant(purchase)) await this.notify(purchase, now);
    } catch (error) {
      this.logger.warn('sending notices of ending plans failed, retrying', error);
    }
  }

  private async notify(purchase: PurchaseWithGrant, now: number): Promise<void> {
    const { _id, item, grant } = purchase;
    const days = NOTICES.findLast((each) => grant.endsAt.getTime() - now <= each * DAY_MS);
    if (days === undefined) return;
    // A later plan of the same practice that allows as much continues where this one ends.
    const { plan } = toGrantPeriod(purchase);
    const others = await this.grants.findGrants(purchase.practice);
    const hasSuccessor = others.some(
      (other) =>
        !other.isRefunded &&
        other.endsAt > grant.endsAt.getTime() + DAY_MS &&
        includesPlan(other.plan, plan),
    );
    if (hasSuccessor) return;
    const { locale = locales[0] } = purchase;
    const values = {
      item: texts[locale].documents[item],
      endsAt: formatIndianDay(grant.endsAt, locale),
      endsAtTime: formatMailTime(grant.endsAt, locale),
    };
    await this.practiceMails.notify(purchase, {
      _id: `plan-ends-${days}-${_id.toHexString()}`,
      kind: 'planEnds',
      locale,
      values,
      path: itemPages[item],
    });
  }
}
