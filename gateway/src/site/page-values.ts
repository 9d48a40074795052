import { backgroundContext, coalesceCalls, RpcClient } from '@ctdb/chassis';
import { getPrices, type PageValues, type Pricing } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { toPricing } from '../billing/payments.controller.js';
import { FeatureStatus } from '../info/feature-status.js';

const CALL_TIMEOUT_MS = 1_000;
/** After a failed call, pages do not wait for another one for so long. */
const RETRY_INTERVAL_MS = 5_000;

/** The values that pages show: names and settings of the installation, and prices. */
@Injectable()
export class PageValuesReader {
  private retryAt = 0;

  constructor(
    private readonly rpc: RpcClient,
    private readonly features: FeatureStatus,
  ) {}

  config(): Promise<PageValues['config']> {
    return this.features.publicConfig(backgroundContext());
  }

  samples(): Promise<PageValues['samples']> {
    return this.features.sampleCards(backgroundContext());
  }

  /** Returns the current prices; undefined while billing does not answer. */
  readonly pricing = coalesceCalls(async (): Promise<Pricing | undefined> => {
    if (Date.now() < this.retryAt) return undefined;
    const context = { ...backgroundContext(), deadlineMs: CALL_TIMEOUT_MS };
    try {
      return toPricing(await this.rpc.call(getPrices, {}, context));
    } catch {
      this.retryAt = Date.now() + RETRY_INTERVAL_MS;
      return undefined;
    }
  });
}
