import { locales, routes, type PublicConfig, type SessionState } from '@ctdb/contracts';
import { Controller, Inject } from '@nestjs/common';
import { Ledger } from '../access/ledger.js';
import { capabilitiesOf } from '../access/authorise.js';
import { edgeOf, type Caller } from '../edge/edge.js';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { Answer } from '../http/answer.js';
import type { InputOf } from '../http/input.js';
import { Route } from '../http/route.decorator.js';
import { openApiDocument } from '../openapi/document.js';
import { FeatureStatus } from './feature-status.js';

/** The session state of a caller at the time `now` (milliseconds since the epoch). */
export const toSessionState = ({ subject, expiresAt }: Caller, now: number): SessionState => ({
  role: subject.role,
  capabilities: [...capabilitiesOf(subject)],
  ...(subject.role === 'admin' ? { username: subject.name } : {}),
  ...(subject.role === 'pass' ? { plan: subject.plan } : {}),
  ...(expiresAt === undefined
    ? {}
    : {
        expiresAt: new Date(expiresAt).toISOString(),
        secondsLeft: Math.max(0, Math.ceil((expiresAt - now) / 1_000)),
      }),
});

/** The installation, the caller, and the API itself. */
@Controller()
export class AboutController {
  private readonly document: Buffer;

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly features: FeatureStatus,
    private readonly ledger: Ledger,
  ) {
    this.document = Buffer.from(JSON.stringify(openApiDocument(config.PRODUCT_NAME_EN)));
  }

  @Route(routes.getConfig)
  async getConfig({ context }: InputOf<typeof routes.getConfig>): Promise<PublicConfig> {
    const { PRODUCT_NAME_EN, PRODUCT_NAME_KN, SITE_DOMAIN, PASSWORD_MIN_LENGTH } = this.config;
    const [translation, payments] = await Promise.all([
      this.features.translation.get(context),
      this.features.payments.get(context),
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

  @Route(routes.getSession)
  async getSession({ request }: InputOf<typeof routes.getSession>): Promise<SessionState> {
    const edge = edgeOf(request);
    await this.ledger.claim(edge);
    return toSessionState(edge.caller, edge.now);
  }

  @Route(routes.getApiDescription)
  getApiDescription(_input: InputOf<typeof routes.getApiDescription>): Answer<{ openapi: string }> {
    return Answer.ready(this.document, { 'content-type': 'application/json; charset=utf-8' });
  }
}
