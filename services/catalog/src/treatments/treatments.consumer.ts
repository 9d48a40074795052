import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  createTreatment,
  getTreatment,
  getTreatmentOfDisease,
  replaceProtocols,
  updateTreatment,
  type ReplyOf,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { TreatmentsService } from './treatments.service.js';

/** Answers the messages about treatments. */
@Controller()
export class TreatmentsConsumer {
  constructor(private readonly treatments: TreatmentsService) {}

  @Handles(getTreatment)
  get({ id }: RequestOf<typeof getTreatment>): Promise<ReplyOf<typeof getTreatment>> {
    return this.treatments.get(id);
  }

  @Handles(getTreatmentOfDisease)
  getDetail(
    { diseaseId }: RequestOf<typeof getTreatmentOfDisease>,
    { subject }: MessageContext,
  ): Promise<ReplyOf<typeof getTreatmentOfDisease>> {
    return this.treatments.getDetail(diseaseId, subject);
  }

  @Handles(createTreatment)
  create(
    request: RequestOf<typeof createTreatment>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof createTreatment>> {
    return this.treatments.create(request, context);
  }

  @Handles(updateTreatment)
  update(
    request: RequestOf<typeof updateTreatment>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof updateTreatment>> {
    return this.treatments.update(request, context);
  }

  @Handles(replaceProtocols)
  replaceProtocols(
    request: RequestOf<typeof replaceProtocols>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof replaceProtocols>> {
    return this.treatments.replaceProtocols(request, context);
  }
}
