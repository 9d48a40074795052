import { Handles, type MessageContext } from '@ctdb/chassis';
import { messages, type Requests } from '@ctdb/contracts';
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

  @Handles(messages.checkDns)
  check({ domain }: Requests['checkDns']) {
    return this.checks.check(domain);
  }

  @Handles(messages.getDomainProvider)
  getProvider() {
    return this.provider.get();
  }

  @Handles(messages.setDomainProvider)
  setProvider({ url }: Requests['setDomainProvider'], context: MessageContext) {
    return this.provider.set(url, context);
  }
}
