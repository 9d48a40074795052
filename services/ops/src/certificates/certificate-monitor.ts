import { AppLogger } from '@ctdb/chassis';
import { formatMailTime } from '@ctdb/chassis/mail';
import { type Certificate, formatIndianDay } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { Interval, Timeout } from '@nestjs/schedule';
import { AlertsService } from '../alerts/alerts.service.js';
import { OPS_CONFIG, type OpsConfig } from '../config.js';
import { ActiveSiteRepository } from '../deployments/active-site.repository.js';
import { ADVICE_DAYS, toCertificate, type ParsedCertificate } from '../dns/certificates.js';
import { CertificatesRepository } from './certificates.repository.js';
import { DnsCheckService } from '../dns/dns-check.service.js';

const DAY_MS = 86_400_000;
/** The start does not need it. */
const INITIAL_DELAY_MS = 20_000;

/** Checks the certificates of the own domain and of the active deployment's after the start and every day, and stores them. */
@Injectable()
export class CertificateMonitor {
  private readonly domain: string | undefined;

  constructor(
    @Inject(OPS_CONFIG) { dns }: OpsConfig,
    private readonly checks: DnsCheckService,
    private readonly certificates: CertificatesRepository,
    private readonly active: ActiveSiteRepository,
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
    for (const domain of await this.domains()) await this.check(domain);
  }

  private async domains(): Promise<string[]> {
    const { shown } = await this.active.get();
    return [...new Set([this.domain, shown?.domain])].filter((one) => one !== undefined);
  }

  private async check(domain: string): Promise<void> {
    const seen = await this.checks.getCertificate(domain);
    if (!seen) {
      this.logger.warn('a domain presents no TLS certificate', { domain });
      return;
    }
    await this.certificates.save({ _id: domain, ...seen, checkedAt: new Date() });
    await this.alertIfEnding(domain, seen);
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

  /** The days that the last certificates have left as of now. */
  async daysLeft(): Promise<{ domain: string; days: number }[]> {
    const domains = await this.domains();
    const found = await Promise.all(domains.map((domain) => this.certificates.find(domain)));
    const now = Date.now();
    return found
      .filter((last) => last !== null)
      .map((last) => ({ domain: last._id, days: toCertificate(last, now).daysLeft }));
  }

  /** The last certificate of the own domain, with the days left as of now. */
  async lastCertificate(): Promise<(Certificate & { checkedAt: string }) | undefined> {
    const last = this.domain === undefined ? null : await this.certificates.find(this.domain);
    return last
      ? { ...toCertificate(last, Date.now()), checkedAt: last.checkedAt.toISOString() }
      : undefined;
  }
}
