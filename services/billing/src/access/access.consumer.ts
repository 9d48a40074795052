import { Handles } from '@ctdb/chassis';
import { requestRefund, restoreAccess, type ReplyOf, type RequestOf } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { RefundRequestsService } from './refund-requests.service.js';
import { RestoreService } from './restore.service.js';

/** Handles the messages about access and purchases of buyers. */
@Controller()
export class AccessConsumer {
  constructor(
    private readonly restores: RestoreService,
    private readonly refundRequests: RefundRequestsService,
  ) {}

  @Handles(restoreAccess)
  restore(request: RequestOf<typeof restoreAccess>): Promise<ReplyOf<typeof restoreAccess>> {
    return this.restores.restore(request);
  }

  @Handles(requestRefund)
  requestRefund({
    id,
    holder,
  }: RequestOf<typeof requestRefund>): Promise<ReplyOf<typeof requestRefund>> {
    return this.refundRequests.request(id, holder);
  }
}
