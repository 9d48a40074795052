import { Module } from '@nestjs/common';

/** Checks of domains and certificates. */
@Module({})
export class DnsModule {}
