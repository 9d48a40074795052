import { Handles, type MessageContext, requireAdministrator } from '@ctdb/chassis';
import { checkDns, type RequestOf } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { DnsCheckService } from './dns-check.service.js';

/** Answers the messages about domains. */
@Controller()
export class DnsConsumer {
  constructor(private readonly checks: DnsCheckService) {}

  @Handles(checkDns)
  check({ domain }: RequestOf<typeof checkDns>, context: MessageContext) {
    requireAdministrator(context);
    return this.checks.check(domain);
  }
}
