import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  createTreatment,
  getDiseaseNames,
  getTreatment,
  getTreatmentOfDisease,
  replaceProtocols,
  reviewTranslation,
  updateTreatment,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { TreatmentsService } from './treatments.service.js';

/** Answers the messages about treatments. */
@Controller()
export class TreatmentsConsumer {
  constructor(private readonly treatments: TreatmentsService) {}

  @Handles(getTreatment)
  get({ id }: RequestOf<typeof getTreatment>) {
    return this.treatments.get(id);
  }

  @Handles(getTreatmentOfDisease)
  getDetail(request: RequestOf<typeof getTreatmentOfDisease>, { subject }: MessageContext) {
    return this.treatments.getDetail(request, subject);
  }

  @Handles(getDiseaseNames)
  names(request: RequestOf<typeof getDiseaseNames>) {
    return this.treatments.names(request);
  }

  @Handles(createTreatment)
  create(request: RequestOf<typeof createTreatment>, context: MessageContext) {
    return this.treatments.create(request, context);
  }

  @Handles(updateTreatment)
  update(request: RequestOf<typeof updateTreatment>, context: MessageContext) {
    return this.treatments.update(request, context);
  }

  @Handles(reviewTranslation)
  reviewTranslation(request: RequestOf<typeof reviewTranslation>, context: MessageContext) {
    return this.treatments.reviewTranslation(request, context);
  }

  @Handles(replaceProtocols)
  replaceProtocols(request: RequestOf<typeof replaceProtocols>, context: MessageContext) {
    return this.treatments.replaceProtocols(request, context);
  }
}
