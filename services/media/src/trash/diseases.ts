import { backgroundContext, RpcClient } from '@ctdb/chassis';
import { getDiseaseState, type DiseaseState } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';

/** How long the catalog may take; milliseconds. */
const PATIENCE_MS = 4_000;

/** What became of a disease, asked of the catalog. */
@Injectable()
export class Diseases {
  constructor(private readonly rpc: RpcClient) {}

  async state(id: string): Promise<DiseaseState> {
    const { subject, requestId, traceparent, locale } = backgroundContext();
    const context = { subject, requestId, traceparent, locale };
    const deadline = Date.now() + PATIENCE_MS;
    return (await this.rpc.call(getDiseaseState, { id }, { ...context, deadline })).state;
  }
}
