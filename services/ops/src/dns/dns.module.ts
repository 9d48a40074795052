import { Module } from '@nestjs/common';
import { CertificateMonitor } from './certificate-monitor.js';
import { CertificatesRepository } from './certificates.repository.js';
import { DnsCheckService } from './dns-check.service.js';
import { DnsConsumer } from './dns.consumer.js';
import { PublicAddress } from './public-address.js';
import { Trust } from './trust.js';

/** Checks of domains, and ways to what is public, for messages and deployments. */
@Module({
  providers: [DnsCheckService, PublicAddress, Trust],
  exports: [DnsCheckService, PublicAddress, Trust],
})
export class DnsCheckModule {}

/** Checks of domains and certificates. */
@Module({
  imports: [DnsCheckModule],
  controllers: [DnsConsumer],
  providers: [CertificateMonitor, CertificatesRepository],
  exports: [CertificateMonitor],
})
export class DnsModule {}
