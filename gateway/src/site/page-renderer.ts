import {
  getPrices,
  getTemplatePath,
  LANGUAGE_COOKIE,
  locale,
  type Locale,
  NOT_FOUND_TEMPLATE,
  type PageValues,
  prerenderedPages,
  type Pricing,
  SCREEN_TEMPLATE,
  templatesByPaymentMode,
} from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { backgroundContext, coalesceCalls, RpcClient } from '@ctdb/chassis';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { negotiateLocale } from '../http/request-context.js';
import { fillTemplate, showsPrices, showsSamples } from './fill-template.js';
import { canonicalOrigin } from './site-documents.js';
import { SiteFile, SiteStore } from './site-store.js';
import { toPricing } from '../billing/payments.controller.js';
import { FeatureStatus } from '../info/feature-status.js';

const CALL_TIMEOUT_MS = 1_000;
/** After a failed call, pages do not wait for another one for so long. */
const RETRY_INTERVAL_MS = 5_000;

/** The language of a page: the visitor's choice, else the one that the browser prefers. */
export const negotiatePageLanguage = ({ cookies, headers }: FastifyRequest): Locale =>
  locale.safeParse(cookies[LANGUAGE_COOKIE]).data ?? negotiateLocale(headers['accept-language']);

/** Makes the pages of the site: chooses a template by path and language, and inserts the values. */
@Injectable()
export class PageRenderer {
  /** Templates with the values and the page that was last made of them. */
  private readonly filled = new WeakMap<SiteFile, { values: string; file: SiteFile }>();
  private nextPricingAt = 0;

  /** Returns the current prices; undefined while billing does not answer. */
  private readonly readPricing = coalesceCalls(async (): Promise<Pricing | undefined> => {
    if (Date.now() < this.nextPricingAt) return undefined;
    const context = { ...backgroundContext(), deadlineMs: CALL_TIMEOUT_MS };
    try {
      return toPricing(await this.rpc.call(getPrices, {}, context));
    } catch {
      this.nextPricingAt = Date.now() + RETRY_INTERVAL_MS;
      return undefined;
    }
  });

  constructor(
    private readonly site: SiteStore,
    private readonly features: FeatureStatus,
    private readonly rpc: RpcClient,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  /** Returns the page at `path`; undefined if the site was built without templates. */
  async render(path: string, language: Locale): Promise<SiteFile | undefined> {
    const find = (name: string) => this.site.get(getTemplatePath(language, name));
    const screen = find(SCREEN_TEMPLATE);
    if (!screen) return undefined;
    const config = await this.features.publicConfig(backgroundContext());
    const template = find(this.templateName(path, config.payments.mode)) ?? screen;
    const html = template.body.toString();
    if (!showsPrices(html)) return this.fill(template, { config });
    const [pricing, samples] = await Promise.all([
      this.readPricing(),
      showsSamples(html) ? this.features.sampleCards(backgroundContext()) : undefined,
    ]);
    // The browser asks for the prices again and shows why there are none.
    if (!pricing) return this.fill(screen, { config });
    return this.fill(template, { config, pricing, ...(samples && { samples }) });
  }

  private templateName(path: string, paymentMode: string | null): string {
    const pathname = path.toLowerCase().replace(/(?<=.)\/+$/, '');
    const pages: Partial<Record<string, string>> = prerenderedPages;
    const name = Object.hasOwn(pages, pathname) ? pages[pathname] : undefined;
    if (name === undefined)
      return this.site.hasScreen(pathname) ? SCREEN_TEMPLATE : NOT_FOUND_TEMPLATE;
    return templatesByPaymentMode.includes(name) ? `${name}.${paymentMode}` : name;
  }

  /** Keeps the last page, so that it is filled and compressed once until a value changes. */
  private fill(template: SiteFile, values: PageValues): SiteFile {
    const key = JSON.stringify(values);
    const last = this.filled.get(template);
    if (last?.values === key) return last.file;
    const origin = canonicalOrigin(values.config.site, this.config.PUBLIC_ORIGIN);
    const html = fillTemplate(template.body.toString(), values, origin);
    const file = new SiteFile('page.html', Buffer.from(html));
    this.filled.set(template, { values: key, file });
    return file;
  }
}
