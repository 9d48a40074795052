import { backgroundContext, currentContext, RpcClient } from '@ctdb/chassis';
import { DomainError, getDiseaseState, getTreatment, listNamedTreatments } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';

const CALL_TIMEOUT_MS = 4_000;

/** Calls of the catalog. */
@Injectable()
export class CatalogClient {
  constructor(private readonly rpc: RpcClient) {}

  /** The treatment, or null if it does not exist or is in the trash with its disease. */
  async findTreatment(id: string) {
    const context = { ...(currentContext() ?? backgroundContext()), deadlineMs: CALL_TIMEOUT_MS };
    try {
      return await this.rpc.call(getTreatment, { id }, context);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'NOT_FOUND') return null;
      throw error;
    }
  }

  async getDiseaseState(id: string) {
    return (await this.rpc.call(getDiseaseState, { id }, backgroundContext())).state;
  }

  /** All treatments of diseases that are not in the trash, part by part. */
  async *namedTreatments() {
    for (let after: string | undefined; ;) {
      // A part takes longer than other calls.
      const context = backgroundContext({ deadline: Date.now() + listNamedTreatments.deadlineMs });
      const { treatments, next } = await this.rpc.call(listNamedTreatments, { after }, context);
      yield treatments;
      if (next === undefined) return;
      after = next;
    }
  }
}
