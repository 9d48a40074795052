import { formatMailTime, Mails } from '@ctdb/chassis/mail';
import type { Locale, MailKind, OpsOverview } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { OPS_CONFIG, type OpsConfig } from '../config.js';

/** The values of a mail about a moment. */
export const atTime = (when: Date) => (locale: Locale) => ({ when: formatMailTime(when, locale) });

/** Mails to the administrators of the installation. */
@Injectable()
export class AlertsService {
  constructor(
    private readonly mails: Mails,
    @Inject(OPS_CONFIG) private readonly config: OpsConfig,
  ) {}

  /** Whether administrators get mail. */
  get state(): NonNullable<OpsOverview['mail']> {
    if (!this.mails.isOn) return 'off';
    return this.config.administrators ? 'on' : 'noAdministrator';
  }

  /** Sends a mail about `cause`, once. */
  async send(
    kind: MailKind,
    cause: string,
    path: string,
    toValues: (locale: Locale) => Record<string, string>,
  ): Promise<void> {
    const { administrators } = this.config;
    if (!administrators) return;
    const values = toValues(administrators.locale);
    await this.mails.add({ _id: `${kind}-${cause}`, kind, ...administrators, values, path });
  }
}
