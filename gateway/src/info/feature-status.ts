import { type CallContext, CHASSIS_CONFIG, type ChassisConfig, RpcClient } from '@ctdb/chassis';
import {
  findFreeSample,
  getPaymentMode,
  getTranslationState,
  listSampleCards,
  locales,
  type PublicConfig,
  type ReplyOf,
  type SampleCard,
} from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { ActiveSite } from './active-site.js';

const TTL_MS = 60_000;
const ERROR_TTL_MS = 5_000;
const CALL_TIMEOUT_MS = 1_000;

/**
 * Caches a value of a service. An expired value is returned at once while a newer one is fetched;
 * callers wait only while there is none, for {@link CALL_TIMEOUT_MS} at most.
 */
const cacheValue = <T extends object>(load: (context: CallContext) => Promise<T>, unknown: T) => {
  const cache = new LRUCache<'value', T, CallContext>({
    max: 1,
    ttl: TTL_MS,
    allowStale: true,
    fetchMethod: async (_key, _stale, { context, options }) => {
      try {
        return await load({ ...context, deadlineMs: CALL_TIMEOUT_MS });
      } catch {
        options.ttl = ERROR_TTL_MS;
        return unknown;
      }
    },
  });
  return {
    read: async (context: CallContext): Promise<T> =>
      // `forget` ends what is being read with an error.
      (await cache.fetch('value', { context }).catch(() => undefined)) ?? unknown,
    /** The next caller waits for a newer one. */
    forget: (): void => cache.clear(),
  };
};

/** Finds what the browser must know of this installation. */
@Injectable()
export class FeatureStatus {
  private readonly translation = cacheValue<PublicConfig['translation']>(
    (context) => this.rpc.call(getTranslationState, {}, context),
    { configured: null, engine: null },
  );
  private readonly payments = cacheValue<PublicConfig['payments']>(
    (context) => this.rpc.call(getPaymentMode, {}, context),
    { mode: null },
  );
  private readonly samples = cacheValue<{ cards?: SampleCard[] }>(
    async (context) => ({ cards: await this.rpc.call(listSampleCards, {}, context) }),
    {},
  );
  private readonly freeSample = cacheValue<ReplyOf<typeof findFreeSample>>(
    (context) => this.rpc.call(findFreeSample, {}, context),
    {},
  );

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    @Inject(CHASSIS_CONFIG) private readonly build: Pick<ChassisConfig, 'VERSION' | 'REVISION'>,
    private readonly active: ActiveSite,
    private readonly rpc: RpcClient,
  ) {}

  /** Another disease is the free sample, or none is. */
  forgetFreeSample(): void {
    this.freeSample.forget();
  }

  /** Returns what the landing page shows of the registry; undefined while the catalog does not answer. */
  async sampleCards(context: CallContext): Promise<SampleCard[] | undefined> {
    return (await this.samples.read(context)).cards;
  }

  /** Names and settings, and whether translation and payments are configured. */
  async publicConfig(context: CallContext): Promise<PublicConfig> {
    const { config } = this;
    const [translation, payments, { sample }] = await Promise.all([
      this.translation.read(context),
      this.payments.read(context),
      this.freeSample.read(context),
    ]);
    return {
      productName: { en: config.PRODUCT_NAME_EN, kn: config.PRODUCT_NAME_KN },
      languages: [...locales],
      siteDomain: config.SITE_DOMAIN,
      passwordMinLength: config.PASSWORD_MIN_LENGTH,
      translation,
      payments,
      testimonial: {
        en: config.TESTIMONIAL_EN,
        kn: config.TESTIMONIAL_KN,
        name: config.TESTIMONIAL_NAME,
      },
      ...(sample && { freeSample: sample }),
      version: this.build.VERSION,
      revision: this.build.REVISION,
      ...this.site(),
    };
  }

  private site(): Pick<PublicConfig, 'site'> {
    const { shown } = this.active;
    if (!shown) return {};
    const { projectName, domain, deployedAt } = shown;
    return { site: { projectName, ...(domain !== undefined && { domain }), deployedAt } };
  }
}
