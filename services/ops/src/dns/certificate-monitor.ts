import { AppLogger } from '@ctdb/chassis';
import type { Certificate } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { Interval, Timeout } from '@nestjs/schedule';
import { OPS_CONFIG, type OpsConfig } from '../config.js';
import { toCertificate } from './certificates.js';
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
    if (seen) await this.certificates.save({ _id: this.domain, ...seen, checkedAt: new Date() });
    else this.logger.warn('no TLS certificate presented for SITE_DOMAIN');
  }

  /** The last certificate of the own domain, with the days left as of now. */
  async lastCertificate(): Promise<(Certificate & { checkedAt: string }) | undefined> {
    const last = this.domain === undefined ? null : await this.certificates.find(this.domain);
    return last
      ? { ...toCertificate(last, Date.now()), checkedAt: last.checkedAt.toISOString() }
      : undefined;
  }
}
