import { Handles } from '@ctdb/chassis';
import { glossary, messages, type Requests } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { TranslationService } from './translation.service.js';

/** Answers the messages about translation and the product's terms. */
@Controller()
export class LanguageConsumer {
  constructor(private readonly translation: TranslationService) {}

  @Handles(messages.translate)
  translate({ text }: Requests['translate']) {
    return this.translation.translate(text);
  }

  @Handles(messages.getTranslationState)
  state(_request: Requests['getTranslationState']) {
    return this.translation.state();
  }

  @Handles(messages.listGlossary)
  list(_request: Requests['listGlossary']) {
    return glossary.map(({ key, en, kn }) => ({ key, en, kn }));
  }
}
