import { Module } from '@nestjs/common';
import { CertificateWatch } from './certificate-watch.js';
import { CertificatesRepository } from './certificates.repository.js';
import { DnsCheckModule } from './dns-check.module.js';
import { DnsConsumer } from './dns.consumer.js';

/** Checks of domains and certificates. */
@Module({
  imports: [DnsCheckModule],
  controllers: [DnsConsumer],
  providers: [CertificateWatch, CertificatesRepository],
  exports: [CertificateWatch],
})
export class DnsModule {}
