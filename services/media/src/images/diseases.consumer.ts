import { OnEvent, toObjectId } from '@ctdb/chassis';
import { diseaseEvents, type EventEnvelope, type PayloadOf } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { TrashRepository } from './trash.repository.js';

/** Moves images to the trash, restores and purges them with their disease. */
@Controller()
export class DiseasesConsumer {
  constructor(private readonly trash: TrashRepository) {}

  @OnEvent(diseaseEvents.deleted)
  deleted({ diseaseId }: PayloadOf<typeof diseaseEvents.deleted>, { at }: EventEnvelope) {
    return this.trash.trashWithDisease(toObjectId(diseaseId), new Date(at));
  }

  @OnEvent(diseaseEvents.restored)
  restored({ diseaseId }: PayloadOf<typeof diseaseEvents.restored>): Promise<void> {
    return this.trash.restoreWithDisease(toObjectId(diseaseId));
  }

  @OnEvent(diseaseEvents.purged)
  purged({ diseaseId }: PayloadOf<typeof diseaseEvents.purged>): Promise<void> {
    return this.trash.markForPurge(toObjectId(diseaseId));
  }
}
