import { type CallContext, CHASSIS_CONFIG, type ChassisConfig, RpcClient } from '@ctdb/chassis';
import {
  getPaymentMode,
  getTranslationState,
  listSampleCards,
  locales,
  type PublicConfig,
  type SampleCard,
} from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { ActiveSite } from './active-site.js';

const TTL_MS = 60_000;
const ERROR_TTL_MS = 5_000;
const CALL_TIMEOUT_MS = 1_000;

/**
 * A cached value of a service. An expired value is returned at once while a newer one is fetched;
 * only the first caller waits, for {@link CALL_TIMEOUT_MS} at most.
 */
class CachedValue<T> {
  private value: T | undefined;
  private freshUntil = 0;
  private fetching: Promise<T> | undefined;

  constructor(
    private readonly fetch: (context: CallContext) => Promise<T>,
    private readonly unknown: T,
  ) {}

  async get(context: CallContext): Promise<T> {
    if (this.value && Date.now() < this.freshUntil) return this.value;
    const fetched = (this.fetching ??= this.refresh(context));
    return this.value ?? (await fetched);
  }

  private async refresh(context: CallContext): Promise<T> {
    const limited = { ...context, deadlineMs: CALL_TIMEOUT_MS };
    const found = await this.fetch(limited).catch(() => undefined);
    this.value = found ?? this.unknown;
    this.freshUntil = Date.now() + (found ? TTL_MS : ERROR_TTL_MS);
    this.fetching = undefined;
    return this.value;
  }
}

/** Finds what the browser must know of this installation. */
@Injectable()
export class FeatureStatus {
  private readonly translation: CachedValue<PublicConfig['translation']>;
  private readonly payments: CachedValue<PublicConfig['payments']>;
  private readonly samples: CachedValue<{ cards?: SampleCard[] }>;

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    @Inject(CHASSIS_CONFIG) private readonly build: Pick<ChassisConfig, 'VERSION' | 'REVISION'>,
    private readonly active: ActiveSite,
    rpc: RpcClient,
  ) {
    this.translation = new CachedValue<PublicConfig['translation']>(
      (context) => rpc.call(getTranslationState, {}, context),
      { configured: null, engine: null },
    );
    this.payments = new CachedValue<PublicConfig['payments']>(
      (context) => rpc.call(getPaymentMode, {}, context),
      { mode: null },
    );
    this.samples = new CachedValue<{ cards?: SampleCard[] }>(
      async (context) => ({ cards: await rpc.call(listSampleCards, {}, context) }),
      {},
    );
  }

  /** Returns what the landing page shows of the registry; undefined while the catalog does not answer. */
  async sampleCards(context: CallContext): Promise<SampleCard[] | undefined> {
    return (await this.samples.get(context)).cards;
  }

  /** Names and settings, and whether translation and payments are configured. */
  async publicConfig(context: CallContext): Promise<PublicConfig> {
    const { config } = this;
    const [translation, payments] = await Promise.all([
      this.translation.get(context),
      this.payments.get(context),
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
