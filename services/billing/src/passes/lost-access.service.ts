import type { MessageContext } from '@ctdb/chassis';
import { formatMailTime, Mails, type MailRecord } from '@ctdb/chassis/mail';
import {
  ACCESS_LINK_HOURS,
  DomainError,
  type openAccessLink,
  type Purchase,
  type RequestOf,
} from '@ctdb/contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ThrottleService } from '../accounts/throttle.service.js';
import { hashToken, newToken } from '../accounts/tokens.js';
import { RedisClock } from '../redis-clock.js';
import { AccessLinksRepository } from './access-links.repository.js';
import { activationCutoff } from './grants.service.js';
import { GrantsRepository } from './grants.repository.js';
import { PassesService } from './passes.service.js';
import { toPurchase } from './purchase.mapper.js';
import { normalizeEmail } from './subscription.js';

const HOUR_MS = 3_600_000;

/**
 * Sends links to lost access to the address that paid, and opens them. Any other address leaves nothing;
 * the gateway holds all answers back as long, so that none tells which it was.
 */
@Injectable()
export class LostAccessService implements OnModuleInit {
  constructor(
    private readonly mails: Mails,
    private readonly links: AccessLinksRepository,
    private readonly grants: GrantsRepository,
    private readonly passes: PassesService,
    private readonly throttle: ThrottleService,
    private readonly clock: RedisClock,
  ) {}

  onModuleInit(): void {
    this.mails.prepareWith('lostAccess', (mail) => this.prepare(mail));
  }

  /** Throws `MAIL_NOT_CONFIGURED`. */
  async send(
    typedEmail: string,
    { commandId, locale }: Pick<MessageContext, 'commandId' | 'locale'>,
  ): Promise<void> {
    if (!this.mails.isOn) throw new DomainError('MAIL_NOT_CONFIGURED');
    const to = normalizeEmail(typedEmail);
    const usable = await this.findUsable(to, await this.clock.now());
    if (usable.length === 0 || !(await this.throttle.countLink(to))) return;
    const _id = `lost-access-${commandId}`;
    await this.mails.add({ _id, kind: 'lostAccess', to, locale, values: {} });
  }

  /** The same browser may open a link again. Throws `LINK_ENDED`, `PURCHASE_ENDED`. */
  async open({ token, holder }: RequestOf<typeof openAccessLink>): Promise<Purchase[]> {
    const now = await this.clock.now();
    const link = await this.links.use(hashToken(token), holder, new Date(now));
    if (!link) throw new DomainError('LINK_ENDED');
    for (const purchase of await this.findUsable(link.email, now))
      await this.passes.transferIfUsable(purchase, holder);
    const moved = await this.findUsable(link.email, now);
    if (moved.length === 0) throw new DomainError('PURCHASE_ENDED');
    return moved.map((purchase) => toPurchase(purchase, now));
  }

  private findUsable(email: string, now: number) {
    return this.grants.findUsable(email, now, activationCutoff(now));
  }

  /** A new link for each try: of the token only its hash is stored. */
  private async prepare({ to: email = '', locale }: MailRecord) {
    const now = await this.clock.now();
    // It may have been refunded since, or have ended.
    if ((await this.findUsable(email, now)).length === 0) return null;
    const token = newToken();
    const expiresAt = new Date(now + ACCESS_LINK_HOURS * HOUR_MS);
    await this.links.add({ _id: hashToken(token), email, expiresAt });
    return { values: { until: formatMailTime(expiresAt, locale) }, path: `/restore#${token}` };
  }
}
