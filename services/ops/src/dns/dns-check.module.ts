import { Module } from '@nestjs/common';
import { DnsCheckService } from './dns-check.service.js';
import { Trust } from './trust.js';

/** Checks of domains, for whoever needs one: the messages, deployments. */
@Module({ providers: [DnsCheckService, Trust], exports: [DnsCheckService] })
export class DnsCheckModule {}
