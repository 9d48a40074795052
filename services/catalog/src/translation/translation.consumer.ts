import { Handles } from '@ctdb/chassis';
import { getTranslationState, translate, type ReplyOf, type RequestOf } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { TranslationService } from './translation.service.js';

/** Answers the messages about translation. */
@Controller()
export class TranslationConsumer {
  constructor(private readonly translation: TranslationService) {}

  @Handles(translate)
  translate({ text }: RequestOf<typeof translate>): Promise<ReplyOf<typeof translate>> {
    return this.translation.translate(text);
  }

  @Handles(getTranslationState)
  state(
    _request: RequestOf<typeof getTranslationState>,
  ): Promise<ReplyOf<typeof getTranslationState>> {
    return this.translation.state();
  }
}
