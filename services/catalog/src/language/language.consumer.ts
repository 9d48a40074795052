import { Handles } from '@ctdb/chassis';
import {
  getTranslationState,
  glossary,
  listGlossary,
  translate,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { TranslationService } from './translation.service.js';

/** Answers the messages about translation and the product's terms. */
@Controller()
export class LanguageConsumer {
  constructor(private readonly translation: TranslationService) {}

  @Handles(translate)
  translate({ text }: RequestOf<typeof translate>) {
    return this.translation.translate(text);
  }

  @Handles(getTranslationState)
  state(_request: RequestOf<typeof getTranslationState>) {
    return this.translation.state();
  }

  @Handles(listGlossary)
  list(_request: RequestOf<typeof listGlossary>) {
    return glossary.map(({ key, en, kn }) => ({ key, en, kn }));
  }
}
