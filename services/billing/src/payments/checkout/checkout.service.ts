import { AppLogger, type MessageContext } from '@ctdb/chassis';
import {
  type Checkout,
  DomainError,
  type Locale,
  type PurchaseItem,
  purchaseItemNames,
  type Requests,
  toDecimalString,
  toMinorUnits,
} from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { BILLING_CONFIG, type BillingConfig } from '../../config.js';
import { AccessCodesService } from '../../access/access-codes.service.js';
import { PracticesService } from '../../access/practices.service.js';
import { KeyedMutex } from '../../passes/keyed-mutex.js';
import { isPlan, normalizeEmail } from '../../passes/subscription.js';
import { type ItemPrice, PricesService } from '../../prices/prices.service.js';
import { providerOf, type PurchaseRecord } from '../../purchases/purchase.record.js';
import { InstallationRepository } from '../../purchases/installation.repository.js';
import { PurchasesRepository } from '../../purchases/purchases.repository.js';
import { isTaxedByState } from '../../gstin.js';
import { RedisClock } from '../../redis-clock.js';
import {
  type PaymentProvider,
  ProviderRejectedError,
  ProviderUnavailableError,
} from '../providers/payment-provider.js';
import { writeOrderMark } from '../providers/order-mark.js';
import { PaymentProviders, toLogFields } from '../providers/payment-providers.js';

/** PayPal's token is valid for an hour; a page that gets it late has three quarters of it. */
const TOKEN_CACHE_MS = 15 * 60_000;

/** The page on which an item is bought. */
export const itemPages = {
  hourly: '/hourly-access',
  premium_monthly: '/subscribe',
  premium_yearly: '/subscribe',
  professional_monthly: '/payment',
  professional_yearly: '/payment',
} as const satisfies Record<PurchaseItem, string>;

/** PayPal adds the order's id, and sends the buyer back also after a cancellation. */
export const returnUrls = (item: PurchaseItem, origin: string) => {
  const base = new URL(itemPages[item], new URL(origin).origin).href;
  return { returnUrl: `${base}?order=return`, cancelUrl: `${base}?order=cancelled` };
};

type NewOrderRequest = Requests['createOrder'];

const toCharge = ({ amountMinor, currency }: ItemPrice) => ({
  charge: { amount: toDecimalString(amountMinor), currency },
});

/** The browser that orders, its command, and the language of its buyer. */
type Orderer = Required<Pick<PurchaseRecord, 'orderedBy' | 'commandId' | 'locale'>>;

const missing = (path: 'email' | 'buyerState') =>
  new DomainError('VALIDATION_FAILED', { faults: [{ path, code: 'REQUIRED' }] });

/** What a request asks for, at the price that its page shows. */
const toWish = ({ item, amount, currency, provider, email, buyerState }: NewOrderRequest) => ({
  item,
  amountMinor: toMinorUnits(amount),
  currency,
  provider,
  contactEmail: email && normalizeEmail(email),
  buyerState,
});
type Wish = ReturnType<typeof toWish>;

const isWishOf = (known: PurchaseRecord, wish: Wish): boolean => {
  const stored: Partial<Record<string, unknown>> = { ...known, provider: providerOf(known) };
  return Object.entries(wish).every(([name, value]) => stored[name] === value);
};

/**
 * Says what a page needs to take a payment. Creates orders: sets the price, stores the order, then calls the
 * provider; leads buyers back.
 */
@Injectable()
export class CheckoutService {
  private token: { value: Promise<string | null>; until: number } | undefined;

  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly practices: PracticesService,
    private readonly codes: AccessCodesService,
    private readonly mutex: KeyedMutex,
    private readonly clock: RedisClock,
    private readonly installation: InstallationRepository,
    private readonly prices: PricesService,
    private readonly logger: AppLogger,
    private readonly providers: PaymentProviders,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  /** Payment configuration for the page. */
  async checkout(): Promise<Checkout> {
    const { all } = this.providers;
    const [clientToken, providers] = await Promise.all([
      this.clientToken(),
      Promise.all(all.map(async (one) => this.toChoice(one))),
    ]);
    const [first] = providers;
    if (!first) throw new DomainError('PAYMENTS_NOT_CONFIGURED');
    const { mode, charge } = first;
    return { mode, clientToken, clientId: all[0]?.clientId ?? null, charge, providers };
  }

  async create(request: NewOrderRequest, { commandId, locale }: MessageContext) {
    this.providers.get(request.provider);
    const { browser, returnOrigin } = request;
    // Parallel inserts of the same key make FerretDB undo one after the other, for seconds.
    const purchase = await this.mutex.runExclusive(`order ${browser} ${commandId}`, () =>
      this.findOrStore(toWish(request), { orderedBy: browser, commandId, locale }),
    );
    const isNew = purchase.state === 'created';
    const opened = isNew ? await this.openAtProvider(purchase, returnOrigin, locale) : purchase;
    const { providerOrderId: id, approveUrl, accessCode, state } = opened;
    if (!id || !approveUrl || state === 'abandoned')
      throw new DomainError('NOT_FOUND', { kind: 'order' });
    return { id, approveUrl, accessCode };
  }

  /**
   * The page of the item to which a provider with signed addresses of return leads its buyer; it asks for
   * the outcome until it is known. Changes nothing. Throws `INVALID_SIGNATURE`, `NOT_FOUND`.
   */
  async findReturnPage({ provider, query }: Requests['returnFromOrder']) {
    const id = this.providers.get(provider).readReturn?.(query);
    if (id === undefined) throw new DomainError('INVALID_SIGNATURE');
    const purchase = await this.purchases.findByProviderOrder(id);
    if (!purchase) throw new DomainError('NOT_FOUND', { kind: 'order' });
    return { path: `${itemPages[purchase.item]}?order=paid&token=${encodeURIComponent(id)}` };
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

  private async findOrStore(wish: Wish, orderer: Orderer): Promise<PurchaseRecord> {
    const { orderedBy, commandId } = orderer;
    const known = await this.purchases.findByCommand(orderedBy, commandId);
    // The key belongs to a different request, so its order would be wrong here.
    if (known && !isWishOf(known, wish)) throw new DomainError('IDEMPOTENCY_KEY_REUSED');
    const { _id: practice } = await this.practices.findOrCreate(orderedBy);
    // A former token does not get the code again.
    if (known && !known.practice.equals(practice)) throw new DomainError('FOREIGN_ORDER');
    if (known) return known;
    const taken = await this.takeUnpaid(wish, practice, orderer);
    return (
      taken ?? this.purchases.create({ ...(await this.assertOffered(wish)), ...orderer, practice })
    );
  }

  /**
   * The order that this browser has left at a provider that takes the money itself: its buyer may be
   * paying it, and could pay another one beside it. It keeps its price, which the page has to show.
   */
  private async takeUnpaid(
    { amountMinor, currency, ...wish }: Wish,
    practice: Types.ObjectId,
    { orderedBy: browser, locale }: Orderer,
  ): Promise<PurchaseRecord | null> {
    const provider = this.providers.get(wish.provider);
    if (!provider.repeatableMs || amountMinor === undefined || currency !== provider.currency)
      return null;
    const wanted = { ...wish, amountMinor, currency, practice };
    const taken = await this.purchases.take(wanted, { browser, locale }, provider.repeatableMs);
    // Another person may have seen the former code at the same computer.
    if (taken?.state !== 'open') return taken;
    return { ...taken, accessCode: await this.codes.renew(taken) };
  }

  /** The wish with its price; throws if the page shows another one, or if something is missing. */
  private async assertOffered({ amountMinor, currency, ...wish }: Wish) {
    const { item, provider, contactEmail, buyerState } = wish;
    const charge = await this.prices.getPrice(item, this.providers.get(provider).currency);
    if (currency !== charge.currency)
      throw new DomainError('CURRENCY_NOT_SUPPORTED', toCharge(charge));
    if (amountMinor !== charge.amountMinor)
      throw new DomainError('PRICE_CHANGED', toCharge(charge));
    if (contactEmail === undefined && isPlan(item)) throw missing('email');
    if (buyerState === undefined && isTaxedByState(currency, this.config.receipts.seller))
      throw missing('buyerState');
    return { ...wish, ...charge };
  }

  private async openAtProvider(purchase: PurchaseRecord, origin: string, locale: Locale) {
    const { _id, item, amountMinor, currency, contactEmail: email } = purchase;
    const provider = this.providers.of(purchase);
    const orderId = _id.toHexString();
    const key = await this.installation.getKey();
    const mark = writeOrderMark(key, { orderId, amountMinor, currency }, purchase);
    const charge = { item, amountMinor, currency };
    const now = await this.clock.now();
    const order = { orderId, ...charge, locale, email, mark, now, ...returnUrls(item, origin) };
    try {
      const { id, approveUrl } = await provider.createOrder(order, `order-${orderId}`);
      const changes = { providerOrderId: id, approveUrl };
      const opened = await this.purchases.transition(purchase, 'opened', changes);
      return opened ?? (await this.purchases.get(_id));
    } catch (error) {
      if (error instanceof ProviderRejectedError) throw await this.handleRejection(purchase, error);
      throw error;
    }
  }

  private async handleRejection(purchase: PurchaseRecord, { code, issue }: ProviderRejectedError) {
    const fields = { ...toLogFields(purchase, 'order-refused'), issue };
    this.logger.error('payment provider rejected the order', fields);
    // The order stays `created`, so that a retry with the same key can open it.
    if (code !== 'CURRENCY_NOT_SUPPORTED') return new ProviderUnavailableError(issue);
    await this.purchases.transition(purchase, 'refused', {});
    return new DomainError('CURRENCY_NOT_SUPPORTED', toCharge(purchase));
  }
}
