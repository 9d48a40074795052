import { Module } from '@nestjs/common';
import { CertificateMonitor } from './certificate-monitor.js';
import { CertificatesRepository } from './certificates.repository.js';
import { DnsCheckModule } from './dns-check.module.js';
import { DnsConsumer } from './dns.consumer.js';

/** Checks of domains and certificates. */
@Module({
  imports: [DnsCheckModule],
  controllers: [DnsConsumer],
  providers: [CertificateMonitor, CertificatesRepository],
  exports: [CertificateMonitor],
})
export class DnsModule {}
