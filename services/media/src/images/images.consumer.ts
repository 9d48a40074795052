import { Handles, type MessageContext } from '@ctdb/chassis';
import { messages, type Requests } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { ImagesService } from './images.service.js';

/** Answers the messages about images. */
@Controller()
export class ImagesConsumer {
  constructor(private readonly images: ImagesService) {}

  @Handles(messages.listImages)
  list(request: Requests['listImages']) {
    return this.images.list(request);
  }

  @Handles(messages.getImageEtags)
  etags(request: Requests['getImageEtags']) {
    return this.images.etags(request);
  }

  @Handles(messages.getImageUrl)
  locate(request: Requests['getImageUrl'], context: MessageContext) {
    return this.images.locate(request, context);
  }

  @Handles(messages.updateImage)
  update(request: Requests['updateImage'], context: MessageContext) {
    return this.images.update(request, context);
  }

  @Handles(messages.deleteImage)
  delete(request: Requests['deleteImage'], context: MessageContext) {
    return this.images.delete(request, context);
  }

  @Handles(messages.restoreImage)
  async restore(request: Requests['restoreImage'], context: MessageContext) {
    await this.images.restore(request, context);
    return { restored: true as const };
  }

  @Handles(messages.listDeletedImages)
  listDeleted() {
    return this.images.listDeleted();
  }
}
