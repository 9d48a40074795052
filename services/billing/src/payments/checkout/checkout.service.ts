import {
  type Checkout,
  type PurchaseItem,
  purchaseItemNames,
  toDecimalString,
} from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { BILLING_CONFIG, type BillingConfig } from '../../config.js';
import { PricesService } from '../../prices/prices.service.js';
import { isTaxedByState } from '../../gstin.js';
import type { PaymentProvider } from '../providers/payment-provider.js';
import { PaymentProviders } from '../providers/payment-providers.js';

/** PayPal's token is valid for an hour; a page that gets it late has three quarters of it. */
const TOKEN_CACHE_MS = 15 * 60_000;

/** Payment configuration for the page. */
@Injectable()
export class CheckoutService {
  private token: { value: Promise<string | null>; until: number } | undefined;

  constructor(
    private readonly prices: PricesService,
    private readonly providers: PaymentProviders,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  async checkout(): Promise<Checkout> {
    this.providers.assertConfigured();
    const { all } = this.providers;
    const [clientToken, providers] = await Promise.all([
      this.clientToken(),
      Promise.all(all.map(async (one) => this.toChoice(one))),
    ]);
    const [first] = providers;
    if (!first) throw new Error('no provider');
    const { mode, charge } = first;
    return { mode, clientToken, clientId: all[0]?.clientId ?? null, charge, providers };
  }

  /**
   * The token for the script of the provider that has one. One call for all pages. Where there is another
   * provider to pay with, a failure does not keep the page from it.
   */
  private async clientToken(): Promise<string | null> {
    const { all } = this.providers;
    const now = performance.now();
    if (!this.token || now >= this.token.until) {
      const value = Promise.resolve(all[0]?.clientToken?.() ?? null);
      this.token = { value, until: now + TOKEN_CACHE_MS };
    }
    const { token } = this;
    try {
      return await token.value;
    } catch (error) {
      if (this.token === token) this.token = undefined;
      if (all.length > 1) return null;
      throw error;
    }
  }

  private async toChoice({ name, mode, currency }: PaymentProvider) {
    const amounts = purchaseItemNames.map(async (item) => {
      const { amountMinor } = await this.prices.getPrice(item, currency);
      return [item, toDecimalString(amountMinor)] as const;
    });
    const items = Object.fromEntries(await Promise.all(amounts)) as Record<PurchaseItem, string>;
    const isTaxed = isTaxedByState(currency, this.config.receipts.seller);
    return { name, mode, charge: { currency, items }, isTaxedByState: isTaxed };
  }
}
