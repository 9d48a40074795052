import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  deleteImage,
  getImageEtags,
  getImageUrl,
  listDeletedImages,
  listImages,
  restoreImage,
  updateImage,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { ImagesService } from './images.service.js';

/** Answers the messages about images. */
@Controller()
export class ImagesConsumer {
  constructor(private readonly images: ImagesService) {}

  @Handles(listImages)
  list(request: RequestOf<typeof listImages>) {
    return this.images.list(request);
  }

  @Handles(getImageEtags)
  etags(request: RequestOf<typeof getImageEtags>) {
    return this.images.etags(request);
  }

  @Handles(getImageUrl)
  locate(request: RequestOf<typeof getImageUrl>, context: MessageContext) {
    return this.images.locate(request, context);
  }

  @Handles(updateImage)
  update(request: RequestOf<typeof updateImage>, context: MessageContext) {
    return this.images.update(request, context);
  }

  @Handles(deleteImage)
  delete(request: RequestOf<typeof deleteImage>, context: MessageContext) {
    return this.images.delete(request, context);
  }

  @Handles(restoreImage)
  async restore(request: RequestOf<typeof restoreImage>, context: MessageContext) {
    await this.images.restore(request, context);
    return { restored: true as const };
  }

  @Handles(listDeletedImages)
  listDeleted() {
    return this.images.listDeleted();
  }
}
