import { Handles, type MessageContext } from '@ctdb/chassis';
import { checkDns, type ReplyOf, type RequestOf } from '@ctdb/contracts';
import { Controller, Module } from '@nestjs/common';
import { requireAdministrator } from '../privacy/administrators.js';
import { CertificateMonitor } from './certificate-monitor.js';
import { CertificatesRepository } from './certificates.repository.js';
import { DnsCheckService } from './dns-check.service.js';
import { PublicAddress, TrustStore } from './outbound.js';

/** Checks of domains, and ways to what is public, for messages and deployments. */
@Module({
  providers: [DnsCheckService, PublicAddress, TrustStore],
  exports: [DnsCheckService, PublicAddress, TrustStore],
})
export class DnsCheckModule {}

/** Answers the messages about domains. */
@Controller()
class DnsConsumer {
  constructor(private readonly checks: DnsCheckService) {}

  @Handles(checkDns)
  check(
    { domain }: RequestOf<typeof checkDns>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof checkDns>> {
    requireAdministrator(context);
    return this.checks.check(domain);
  }
}

/** Checks of domains and certificates. */
@Module({
  imports: [DnsCheckModule],
  controllers: [DnsConsumer],
  providers: [CertificateMonitor, CertificatesRepository],
  exports: [CertificateMonitor],
})
export class DnsModule {}
