import { Handles, type MessageContext } from '@ctdb/chassis';
import { fixImages, getImageHealth, type ReplyOf, type RequestOf } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { ImageHealthService } from './image-health.service.js';

/** Answers the messages about image checks. */
@Controller()
export class ImageHealthConsumer {
  constructor(private readonly health: ImageHealthService) {}

  @Handles(fixImages)
  fix(
    _request: RequestOf<typeof fixImages>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof fixImages>> {
    return this.health.startAndWait(context);
  }

  @Handles(getImageHealth)
  async last(): Promise<ReplyOf<typeof getImageHealth>> {
    const last = await this.health.last();
    return last ? { last } : {};
  }
}
