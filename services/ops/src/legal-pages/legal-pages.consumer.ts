import { Handles, type MessageContext } from '@ctdb/chassis';
import { messages, type Requests } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { LegalPagesService } from './legal-pages.service.js';

/** Answers the messages about public pages. */
@Controller()
export class LegalPagesConsumer {
  constructor(private readonly pages: LegalPagesService) {}

  @Handles(messages.getLegalPage)
  get({ page }: Requests['getLegalPage']) {
    return this.pages.get(page);
  }

  @Handles(messages.setLegalPage)
  set(request: Requests['setLegalPage'], context: MessageContext) {
    return this.pages.set(request, context);
  }
}
