import { type CallContext, CHASSIS_CONFIG, type ChassisConfig, RpcClient } from '@ctdb/chassis';
import { locales, messages, type PublicConfig, type SampleCard } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { ActiveSite } from './active-site.js';

const TTL_MS = 60_000;
const ERROR_TTL_MS = 5_000;
const CALL_TIMEOUT_MS = 1_000;

/** What services say of this installation; what one does not answer is unknown. */
interface Features {
  readonly shown: Pick<PublicConfig, 'translation' | 'payments' | 'freeSample'>;
  readonly cards?: SampleCard[] | undefined;
}

const unknown = {
  translation: { configured: null, engine: null },
  payments: { mode: null },
} as const;

/** Finds what the browser must know of this installation. */
@Injectable()
export class FeatureStatus {
  /**
   * Expired values are returned at once while newer ones are fetched; callers wait only while there are
   * none, for {@link CALL_TIMEOUT_MS} at most.
   */
  private readonly cache = new LRUCache<'features', Features, CallContext>({
    max: 1,
    ttl: TTL_MS,
    allowStale: true,
    fetchMethod: async (_key, _stale, { context, options }) => {
      const limited = { ...context, deadlineMs: CALL_TIMEOUT_MS };
      const orUnknown = (): undefined => {
        options.ttl = ERROR_TTL_MS;
      };
      const [translation, payments, found, cards] = await Promise.all([
        this.rpc.call(messages.getTranslationState, {}, limited).catch(orUnknown),
        this.rpc.call(messages.getPaymentMode, {}, limited).catch(orUnknown),
        this.rpc.call(messages.findFreeSample, {}, limited).catch(orUnknown),
        this.rpc.call(messages.listSampleCards, {}, limited).catch(orUnknown),
      ]);
      const shown = {
        translation: translation ?? unknown.translation,
        payments: payments ?? unknown.payments,
        freeSample: found?.sample,
      };
      return { shown, cards };
    },
  });

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    @Inject(CHASSIS_CONFIG) private readonly build: Pick<ChassisConfig, 'VERSION' | 'REVISION'>,
    private readonly active: ActiveSite,
    private readonly rpc: RpcClient,
  ) {}

  /** The next caller waits for newer values, because an administrator has changed them. */
  forget(): void {
    this.cache.clear();
  }

  /** Returns what the landing page shows of the registry; undefined while the catalog does not answer. */
  async sampleCards(context: CallContext): Promise<SampleCard[] | undefined> {
    return (await this.read(context)).cards;
  }

  /** Names and settings, and whether translation and payments are configured. */
  async publicConfig(context: CallContext): Promise<PublicConfig> {
    const { config } = this;
    const { shown } = await this.read(context);
    const site = this.active.shown;
    return {
      productName: { en: config.PRODUCT_NAME_EN, kn: config.PRODUCT_NAME_KN },
      languages: [...locales],
      siteDomain: config.SITE_DOMAIN,
      passwordMinLength: config.PASSWORD_MIN_LENGTH,
      ...shown,
      testimonial: {
        en: config.TESTIMONIAL_EN,
        kn: config.TESTIMONIAL_KN,
        name: config.TESTIMONIAL_NAME,
      },
      version: this.build.VERSION,
      revision: this.build.REVISION,
      site: site && {
        projectName: site.projectName,
        domain: site.domain,
        deployedAt: site.deployedAt,
      },
    };
  }

  private async read(context: CallContext): Promise<Features> {
    const fetch = () => this.cache.fetch('features', { context });
    // `forget` ends what is being read with an error.
    const known = await fetch()
      .catch(fetch)
      .catch(() => undefined);
    return known ?? { shown: unknown };
  }
}
