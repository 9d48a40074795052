import { AppLogger, type MessageContext } from '@ctdb/chassis';
import {
  type createOrder,
  DomainError,
  type Locale,
  type PurchaseItem,
  type ReplyOf,
  type RequestOf,
  toDecimalString,
  toMinorUnits,
} from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { BILLING_CONFIG, type BillingConfig } from '../config.js';
import { AccessCodesService } from '../access/access-codes.service.js';
import { PracticesService } from '../access/practices.service.js';
import { KeyedMutex } from '../passes/keyed-mutex.js';
import { isPlan, normalizeEmail } from '../passes/subscription.js';
import { type ItemPrice, PricesService } from '../prices/prices.service.js';
import { providerOf, type PurchaseRecord } from '../purchases/purchase.record.js';
import { InstallationRepository } from '../purchases/installation.repository.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { UnpaidOrdersRepository } from '../purchases/unpaid-orders.repository.js';
import { isTaxedByState } from '../receipts/gstin.js';
import { RedisClock } from '../redis-clock.js';
import { ProviderRejectedError, ProviderUnavailableError } from './payment-provider.js';
import { toOrderMark } from './order-mark.js';
import { PaymentProviders } from './payment-providers.js';

/** The page on which an item is bought. */
export const itemPages = {
  hourly: '/hourly-access',
  premium_monthly: '/subscribe',
  premium_yearly: '/subscribe',
  professional_monthly: '/payment',
  professional_yearly: '/payment',
} as const satisfies Record<PurchaseItem, string>;

/** The page to which the buyer of a paid order comes back; it asks for the outcome until it is known. */
export const returnPath = (item: PurchaseItem, providerOrderId: string): string =>
  `${itemPages[item]}?order=paid&token=${encodeURIComponent(providerOrderId)}`;

/** PayPal adds the order's id, and sends the buyer back also after a cancellation. */
export const returnUrls = (item: PurchaseItem, origin: string) => {
  const base = new URL(itemPages[item], new URL(origin).origin).href;
  return { returnUrl: `${base}?order=return`, cancelUrl: `${base}?order=cancelled` };
};

type NewOrder = ReplyOf<typeof createOrder>;

const toCharge = ({ amountMinor, currency }: ItemPrice) => ({
  charge: { amount: toDecimalString(amountMinor), currency },
});

const missing = (path: 'email' | 'buyerState') =>
  new DomainError('VALIDATION_FAILED', { faults: [{ path, code: 'REQUIRED' }] });

/** Whether `known` is what `request` asks for, at the price that its page shows. */
const isSameOrder = (
  { item, amount, currency, provider, email, buyerState }: RequestOf<typeof createOrder>,
  known: PurchaseRecord,
): boolean =>
  item === known.item &&
  toMinorUnits(amount) === known.amountMinor &&
  currency === known.currency &&
  provider === providerOf(known) &&
  (email && normalizeEmail(email)) === known.contactEmail &&
  buyerState === known.buyerState;

/** Creates orders: sets the price, stores the order, then calls the provider. */
@Injectable()
export class OrderCreationService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly unpaid: UnpaidOrdersRepository,
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

  async create(
    request: RequestOf<typeof createOrder>,
    { commandId, locale }: Pick<MessageContext, 'commandId' | 'locale'>,
  ): Promise<NewOrder> {
    this.providers.get(request.provider);
    const { browser, returnOrigin } = request;
    // Parallel inserts of the same key make FerretDB undo one after the other, for seconds.
    const purchase = await this.mutex.runExclusive(`order ${browser} ${commandId}`, () =>
      this.findOrStore(request, commandId, locale),
    );
    return this.answer(purchase) ?? (await this.openAtProvider(purchase, returnOrigin, locale));
  }

  private async findOrStore(
    request: RequestOf<typeof createOrder>,
    commandId: string,
    locale: Locale,
  ): Promise<PurchaseRecord> {
    const known = await this.purchases.findByCommand(request.browser, commandId);
    // The key belongs to a different request, so its order would be wrong here.
    if (known && !isSameOrder(request, known)) throw new DomainError('IDEMPOTENCY_KEY_REUSED');
    const { _id: practice } = await this.practices.findOrCreate(request.browser);
    // A former token does not get the code again.
    if (known && !known.practice.equals(practice)) throw new DomainError('FOREIGN_ORDER');
    if (known) return known;
    return (
      (await this.takeUnpaid(request, practice, locale)) ??
      (await this.store(request, practice, commandId, locale))
    );
  }

  /**
   * The order that this browser has left at a provider that takes the money itself: its buyer may be
   * paying it, and could pay another one beside it. It keeps its price, which the page has to show.
   */
  private async takeUnpaid(
    request: RequestOf<typeof createOrder>,
    practice: Types.ObjectId,
    locale: Locale,
  ): Promise<PurchaseRecord | null> {
    const { browser, item, amount, currency, provider: name, email, buyerState } = request;
    const provider = this.providers.get(name);
    const amountMinor = toMinorUnits(amount);
    if (!provider.repeatableMs || amountMinor === undefined || currency !== provider.currency)
      return null;
    const contactEmail = email && normalizeEmail(email);
    const wish = {
      item,
      amountMinor,
      currency,
      provider: name,
      practice,
      contactEmail,
      buyerState,
    };
    const taken = await this.unpaid.take(wish, { browser, locale }, provider.repeatableMs);
    // Another person may have seen the former code at the same computer.
    if (taken?.state !== 'open') return taken;
    return { ...taken, accessCode: await this.codes.renew(taken) };
  }

  private async store(
    { browser, item, amount, currency, provider, email, buyerState }: RequestOf<typeof createOrder>,
    practice: Types.ObjectId,
    commandId: string,
    locale: Locale,
  ): Promise<PurchaseRecord> {
    const charge = await this.prices.getPrice(item, this.providers.get(provider).currency);
    if (currency !== charge.currency)
      throw new DomainError('CURRENCY_NOT_SUPPORTED', toCharge(charge));
    if (toMinorUnits(amount) !== charge.amountMinor)
      throw new DomainError('PRICE_CHANGED', toCharge(charge));
    if (email === undefined && isPlan(item)) throw missing('email');
    if (buyerState === undefined && isTaxedByState(currency, this.config.receipts.seller))
      throw missing('buyerState');
    const contact = {
      locale,
      ...(email === undefined ? {} : { contactEmail: normalizeEmail(email) }),
    };
    const owner = { orderedBy: browser, practice, commandId };
    const order = { item, ...charge, ...owner, provider, ...contact };
    return this.purchases.create({ ...order, ...(buyerState && { buyerState }) });
  }

  private answer({
    providerOrderId,
    approveUrl,
    accessCode,
    state,
  }: PurchaseRecord): NewOrder | undefined {
    if (state === 'abandoned') throw new DomainError('NOT_FOUND', { kind: 'order' });
    if (providerOrderId === undefined || approveUrl === undefined) return undefined;
    return { id: providerOrderId, approveUrl, accessCode };
  }

  private async openAtProvider(
    purchase: PurchaseRecord,
    origin: string,
    locale: Locale,
  ): Promise<NewOrder> {
    const { _id, item, amountMinor, currency, contactEmail: email } = purchase;
    const provider = this.providers.of(purchase);
    const orderId = _id.toHexString();
    const key = await this.installation.getKey();
    const mark = toOrderMark(key, { orderId, amountMinor, currency }, purchase);
    const charge = { item, amountMinor, currency };
    const now = await this.clock.now();
    const order = { orderId, ...charge, locale, email, mark, now, ...returnUrls(item, origin) };
    try {
      const opened = await provider.createOrder(order, `order-${orderId}`);
      const { id: providerOrderId, approveUrl } = opened;
      const changes = { providerOrderId, approveUrl };
      const stored =
        (await this.purchases.transition(purchase, 'opened', changes)) ??
        (await this.purchases.findById(_id));
      const { accessCode } = purchase;
      return this.answer(stored ?? purchase) ?? { ...opened, accessCode };
    } catch (error) {
      if (error instanceof ProviderRejectedError) throw await this.handleRejection(purchase, error);
      throw error;
    }
  }

  private async handleRejection(
    purchase: PurchaseRecord,
    { code, issue }: ProviderRejectedError,
  ): Promise<DomainError> {
    const orderId = purchase._id.toHexString();
    this.logger.error('payment provider rejected the order', {
      orderId,
      issue,
      event: 'order-refused',
    });
    // The order stays `created`, so that a retry with the same key can open it.
    if (code !== 'CURRENCY_NOT_SUPPORTED') return new ProviderUnavailableError(issue);
    await this.purchases.transition(purchase, 'refused', {});
    return new DomainError('CURRENCY_NOT_SUPPORTED', toCharge(purchase));
  }
}
