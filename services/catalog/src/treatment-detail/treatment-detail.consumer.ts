import { Handles, type MessageContext } from '@ctdb/chassis';
import { getTreatmentOfDisease, type ReplyOf, type RequestOf } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { TreatmentDetailService } from './treatment-detail.service.js';

/** Answers with a treatment and what hangs on it. */
@Controller()
export class TreatmentDetailConsumer {
  constructor(private readonly details: TreatmentDetailService) {}

  @Handles(getTreatmentOfDisease)
  ofDisease(
    { diseaseId }: RequestOf<typeof getTreatmentOfDisease>,
    { subject }: MessageContext,
  ): Promise<ReplyOf<typeof getTreatmentOfDisease>> {
    return this.details.ofDisease(diseaseId, subject);
  }
}
