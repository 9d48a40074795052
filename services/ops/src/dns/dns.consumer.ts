import { Handles, type MessageContext } from '@ctdb/chassis';
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
  check({ domain }: RequestOf<typeof checkDns>) {
    return this.checks.check(domain);
  }

  @Handles(getDomainProvider)
  getProvider() {
    return this.provider.get();
  }

  @Handles(setDomainProvider)
  setProvider({ url }: RequestOf<typeof setDomainProvider>, context: MessageContext) {
    return this.provider.set(url, context);
  }
}
