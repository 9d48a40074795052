import { RpcClient, type CallContext } from '@ctdb/chassis';
import { listImages, type TreatmentDetail, type TreatmentWithImages } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';

/** The treatment waits no longer for its images; milliseconds. */
const PATIENCE_MS = 2_000;

/** Joins treatments, which the catalog knows, and their images, which media knows. */
@Injectable()
export class ImageJoiner {
  constructor(private readonly rpc: RpcClient) {}

  /** Images that cannot be told do not keep the treatment back. */
  async join(treatment: TreatmentDetail, context: CallContext): Promise<TreatmentWithImages> {
    try {
      const asked = { treatmentIds: [treatment.id] };
      const within = { ...context, deadlineMs: PATIENCE_MS };
      return { ...treatment, ...(await this.rpc.call(listImages, asked, within)) };
    } catch {
      return { ...treatment, images: [], imagesUnavailable: true };
    }
  }
}
