import {
  type Checkout,
  DomainError,
  type PaymentMode,
  type PurchaseItem,
  purchaseItemNames,
  toDecimalString,
} from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { CHARGE_CURRENCY, PricesService } from '../prices/prices.service.js';
import { PAYMENT_PROVIDER, type PaymentProvider, mapProviderErrors } from './payment-provider.js';

/** PayPal's token is valid for an hour; a page that gets it late has three quarters of it. */
const TOKEN_CACHE_MS = 15 * 60_000;

/** Payment configuration for the page. */
@Injectable()
export class CheckoutService {
  private token: { value: Promise<string>; until: number } | undefined;

  constructor(
    private readonly prices: PricesService,
    @Inject(PAYMENT_PROVIDER) private readonly provider: PaymentProvider,
  ) {}

  get mode(): PaymentMode {
    return this.provider.mode;
  }

  async checkout(): Promise<Checkout> {
    this.assertConfigured();
    const [clientToken, charge] = await Promise.all([
      mapProviderErrors(() => this.clientToken()),
      this.charge(),
    ]);
    const { mode, clientId } = this.provider;
    return { mode, clientToken, clientId, charge };
  }

  /** Throws `PAYMENTS_NOT_CONFIGURED` if payments are off. */
  assertConfigured(): void {
    if (this.provider.mode === 'off') throw new DomainError('PAYMENTS_NOT_CONFIGURED');
  }

  /** One call of the provider for all pages; a failed one is not kept. */
  private clientToken(): Promise<string> {
    const now = performance.now();
    if (this.token && now < this.token.until) return this.token.value;
    const token = { value: this.provider.clientToken(), until: now + TOKEN_CACHE_MS };
    this.token = token;
    token.value.catch(() => {
      if (this.token === token) this.token = undefined;
    });
    return token.value;
  }

  private async charge(): Promise<Checkout['charge']> {
    const amounts = purchaseItemNames.map(async (item) => {
      const { amountMinor } = await this.prices.getPrice(item);
      return [item, toDecimalString(amountMinor)] as const;
    });
    const items = Object.fromEntries(await Promise.all(amounts)) as Record<PurchaseItem, string>;
    return { currency: CHARGE_CURRENCY, items };
  }
}
