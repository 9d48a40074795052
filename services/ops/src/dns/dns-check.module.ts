import { Module } from '@nestjs/common';
import { DnsCheckService } from './dns-check.service.js';
import { PublicAddress } from './public-address.js';
import { Trust } from './trust.js';

/** Checks of domains, and ways to what is public, for whoever needs them: the messages, deployments. */
@Module({
  providers: [DnsCheckService, PublicAddress, Trust],
  exports: [DnsCheckService, PublicAddress, Trust],
})
export class DnsCheckModule {}
