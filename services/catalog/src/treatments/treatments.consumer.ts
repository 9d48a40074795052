import { Handles, type MessageContext } from '@ctdb/chassis';
import { messages, type Requests } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { TreatmentsService } from './treatments.service.js';

/** Answers the messages about treatments. */
@Controller()
export class TreatmentsConsumer {
  constructor(private readonly treatments: TreatmentsService) {}

  @Handles(messages.getTreatment)
  get({ id }: Requests['getTreatment']) {
    return this.treatments.get(id);
  }

  @Handles(messages.getTreatmentOfDisease)
  getDetail(request: Requests['getTreatmentOfDisease'], { subject }: MessageContext) {
    return this.treatments.getDetail(request, subject);
  }

  @Handles(messages.getDiseaseNames)
  names(request: Requests['getDiseaseNames']) {
    return this.treatments.names(request);
  }

  @Handles(messages.createTreatment)
  create(request: Requests['createTreatment'], context: MessageContext) {
    return this.treatments.create(request, context);
  }

  @Handles(messages.updateTreatment)
  update(request: Requests['updateTreatment'], context: MessageContext) {
    return this.treatments.update(request, context);
  }

  @Handles(messages.reviewTranslation)
  reviewTranslation(request: Requests['reviewTranslation'], context: MessageContext) {
    return this.treatments.reviewTranslation(request, context);
  }

  @Handles(messages.replaceProtocols)
  replaceProtocols(request: Requests['replaceProtocols'], context: MessageContext) {
    return this.treatments.replaceProtocols(request, context);
  }
}
