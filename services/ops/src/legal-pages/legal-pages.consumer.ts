import { Handles, type MessageContext } from '@ctdb/chassis';
import { getLegalPage, setLegalPage, type RequestOf } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { LegalPagesService } from './legal-pages.service.js';

/** Answers the messages about public pages. */
@Controller()
export class LegalPagesConsumer {
  constructor(private readonly pages: LegalPagesService) {}

  @Handles(getLegalPage)
  get({ page }: RequestOf<typeof getLegalPage>) {
    return this.pages.get(page);
  }

  @Handles(setLegalPage)
  set(request: RequestOf<typeof setLegalPage>, context: MessageContext) {
    return this.pages.set(request, context);
  }
}
