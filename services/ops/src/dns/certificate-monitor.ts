import { AppLogger } from '@ctdb/chassis';
import { formatMailTime } from '@ctdb/chassis/mail';
import { type Certificate, formatIndianDay } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { Interval, Timeout } from '@nestjs/schedule';
import { AlertsService } from '../alerts/alerts.service.js';
import { OPS_CONFIG, type OpsConfig } from '../config.js';
import { ADVICE_DAYS, toCertificate, type ParsedCertificate } from './certificates.js';
import { CertificatesRepository } from './certificates.repository.js';
import { DnsCheckService } from './dns-check.service.js';

const DAY_MS = 86_400_000;
/** The start does not need it. */
const INITIAL_DELAY_MS = 20_000;

/** Checks the own domain's certificate after the start and every day, and stores it. */
@Injectable()
export class CertificateMonitor {
  private readonly domain: string | undefined;

  constructor(
    @Inject(OPS_CONFIG) { dns }: OpsConfig,
    private readonly checks: DnsCheckService,
    private readonly certificates: CertificatesRepository,
    private readonly alerts: AlertsService,
    private readonly logger: AppLogger,
  ) {
    // The example domain has no certificate of its own.
    this.domain = dns.hasOwnDomain ? dns.domain : undefined;
  }

  @Timeout(INITIAL_DELAY_MS)
  checkAfterStart(): Promise<void> {
    return this.checkNow();
  }

  /** If no certificate is presented, the last one stays, with its time. */
  @Interval(DAY_MS)
  async checkNow(): Promise<void> {
    if (this.domain === undefined) return;
    const seen = await this.checks.getCertificate(this.domain);
    if (!seen) {
      this.logger.warn('no TLS certificate presented for SITE_DOMAIN');
      return;
    }
    await this.certificates.save({ _id: this.domain, ...seen, checkedAt: new Date() });
    await this.alertIfEnding(this.domain, seen);
  }

  /** Once for each certificate. */
  private async alertIfEnding(domain: string, seen: ParsedCertificate): Promise<void> {
    if (toCertificate(seen, Date.now()).daysLeft >= ADVICE_DAYS) return;
    const { validTo } = seen;
    const cause = `${domain}-${validTo.getTime()}`;
    await this.alerts.send('certificateEnds', cause, '/dns-checker', (locale) => ({
      domain,
      endsAt: formatIndianDay(validTo, locale),
      endsAtTime: formatMailTime(validTo, locale),
    }));
  }

  /** The last certificate of the own domain, with the days left as of now. */
  async lastCertificate(): Promise<(Certificate & { checkedAt: string }) | undefined> {
    const last = this.domain === undefined ? null : await this.certificates.find(this.domain);
    return last
      ? { ...toCertificate(last, Date.now()), checkedAt: last.checkedAt.toISOString() }
      : undefined;
  }
}
