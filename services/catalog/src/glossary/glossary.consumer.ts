import { Handles } from '@ctdb/chassis';
import { glossary, listGlossary, type ReplyOf, type RequestOf } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';

/** Answers with the product's terms. */
@Controller()
export class GlossaryConsumer {
  @Handles(listGlossary)
  list(_request: RequestOf<typeof listGlossary>): ReplyOf<typeof listGlossary> {
    return glossary.map(({ key, en, kn }) => ({ key, en, kn }));
  }
}
