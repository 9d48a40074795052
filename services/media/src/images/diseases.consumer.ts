import { OnEvent, toObjectId } from '@ctdb/chassis';
import { diseaseEvents, type EventEnvelope, type PayloadOf } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { ImagesRepository } from './images.repository.js';

/** Moves images to the trash, restores and purges them with their disease. */
@Controller()
export class DiseasesConsumer {
  constructor(private readonly images: ImagesRepository) {}

  @OnEvent(diseaseEvents.deleted)
  deleted({ diseaseId }: PayloadOf<typeof diseaseEvents.deleted>, { at }: EventEnvelope) {
    return this.images.trashWithDisease(toObjectId(diseaseId), new Date(at));
  }

  @OnEvent(diseaseEvents.restored)
  restored({ diseaseId }: PayloadOf<typeof diseaseEvents.restored>): Promise<void> {
    return this.images.restoreWithDisease(toObjectId(diseaseId));
  }

  @OnEvent(diseaseEvents.purged)
  purged({ diseaseId }: PayloadOf<typeof diseaseEvents.purged>): Promise<void> {
    return this.images.markForPurge(toObjectId(diseaseId));
  }
}
