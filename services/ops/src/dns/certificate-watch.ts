import { AppLogger } from '@ctdb/chassis';
import type { Certificate } from '@ctdb/contracts';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { OPS_CONFIG, type OpsConfig } from '../config.js';
import { toCertificate } from './certificates.js';
import { CertificatesRepository } from './certificates.repository.js';
import { DnsCheckService } from './dns-check.service.js';

const DAY_MS = 86_400_000;
/** Nothing that is needed for the start; milliseconds. */
const FIRST_MS = 20_000;

/** Looks at the own domain's certificate after the start and every day, and remembers it. */
@Injectable()
export class CertificateWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly domain: string | undefined;
  private timers: NodeJS.Timeout[] = [];
  private turn = Promise.resolve();

  constructor(
    @Inject(OPS_CONFIG) { dns }: OpsConfig,
    private readonly checks: DnsCheckService,
    private readonly certificates: CertificatesRepository,
    private readonly logger: AppLogger,
  ) {
    // The example's certificate is nobody's.
    this.domain = dns.hasOwnDomain ? dns.domain : undefined;
  }

  onApplicationBootstrap(): void {
    const take = () => {
      this.turn = this.look().catch((error: unknown) => {
        this.logger.warn('the certificate could not be looked at', error);
      });
    };
    this.timers = [setTimeout(take, FIRST_MS), setInterval(take, DAY_MS)];
    for (const timer of this.timers) timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.timers.forEach(clearTimeout);
    await this.turn;
  }

  /** Looks now. Where no certificate is shown, the last one stays, with its time. */
  async look(): Promise<void> {
    if (this.domain === undefined) return;
    const seen = await this.checks.certificateOf(this.domain);
    if (seen) await this.certificates.keep({ _id: this.domain, ...seen, checkedAt: new Date() });
    else this.logger.warn('the own domain shows no certificate');
  }

  /** The own domain's certificate as it was last seen; its days left and whether it has ended, as of now. */
  async lastCertificate(): Promise<(Certificate & { checkedAt: string }) | undefined> {
    const last = this.domain === undefined ? null : await this.certificates.last(this.domain);
    return last
      ? { ...toCertificate(last, Date.now()), checkedAt: last.checkedAt.toISOString() }
      : undefined;
  }
}
