import { Handles, type MessageContext, requireRole } from '@ctdb/chassis';
import { checkDns, getDomainProvider, setDomainProvider, type RequestOf } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { DnsCheckService } from './dns-check.service.js';
import { DomainProviderRepository } from './domain-provider.repository.js';

/** Answers the messages about domains. */
@Controller()
export class DnsConsumer {
  constructor(
    private readonly checks: DnsCheckService,
    private readonly provider: DomainProviderRepository,
  ) {}

  @Handles(checkDns)
  check({ domain }: RequestOf<typeof checkDns>, context: MessageContext) {
    requireRole(context, 'admin');
    return this.checks.check(domain);
  }

  @Handles(getDomainProvider)
  getProvider(_request: RequestOf<typeof getDomainProvider>, context: MessageContext) {
    requireRole(context, 'admin');
    return this.provider.get();
  }

  @Handles(setDomainProvider)
  setProvider({ url }: RequestOf<typeof setDomainProvider>, context: MessageContext) {
    requireRole(context, 'admin');
    return this.provider.set(url, context);
  }
}
