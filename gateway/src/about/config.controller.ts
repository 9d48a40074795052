import { locales, routes, type PublicConfig } from '@ctdb/contracts';
import { Controller, Inject } from '@nestjs/common';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import type { InputOf } from '../http/input.js';
import { Route } from '../http/route.decorator.js';
import { EngineStates } from './engine-states.js';

/** What a browser must know before anybody signs in. */
@Controller()
export class ConfigController {
  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly engines: EngineStates,
  ) {}

  @Route(routes.getConfig)
  async get({ context }: InputOf<typeof routes.getConfig>): Promise<PublicConfig> {
    const { PRODUCT_NAME_EN, PRODUCT_NAME_KN, SITE_DOMAIN, PASSWORD_MIN_LENGTH } = this.config;
    const [translation, payments] = await Promise.all([
      this.engines.translation.get(context),
      this.engines.payments.get(context),
    ]);
    return {
      productName: { en: PRODUCT_NAME_EN, kn: PRODUCT_NAME_KN },
      languages: [...locales],
      siteDomain: SITE_DOMAIN,
      passwordMinLength: PASSWORD_MIN_LENGTH,
      translation,
      payments,
    };
  }
}
