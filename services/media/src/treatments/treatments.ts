import { backgroundContext, currentContext, RpcClient } from '@ctdb/chassis';
import { DomainError, getTreatment, type Treatment } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';

/** How long the catalog may take; milliseconds. */
const PATIENCE_MS = 4_000;

/** What images must know of treatments, asked of the catalog. */
@Injectable()
export class Treatments {
  constructor(private readonly rpc: RpcClient) {}

  /** The treatment, or null where it is not there, or in the trash with its disease. */
  async find(id: string): Promise<Treatment | null> {
    const { subject, requestId, traceparent, locale } = currentContext() ?? backgroundContext();
    try {
      return await this.rpc.call(
        getTreatment,
        { id },
        { subject, requestId, traceparent, locale, deadline: Date.now() + PATIENCE_MS },
      );
    } catch (error) {
      if (error instanceof DomainError && error.code === 'NOT_FOUND') return null;
      throw error;
    }
  }
}
