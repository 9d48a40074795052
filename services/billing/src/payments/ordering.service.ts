import { AppLogger, type MessageContext } from '@ctdb/chassis';
import {
  DomainError,
  toDecimalString,
  toMinorUnits,
  type createOrder,
  type Locale,
  type ReplyOf,
  type RequestOf,
} from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { RedisClock } from '../clock/redis-clock.js';
import { PricesService, type Charge } from '../prices/prices.service.js';
import {
  PAYMENT_PROVIDER,
  ProviderRefusal,
  type PaymentProvider,
} from '../provider/payment-provider.js';
import type { PurchaseDocument } from '../purchases/purchase.schema.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { CheckoutService } from './checkout.service.js';
import { reaching, tryAgain } from './provider-errors.js';
import { returnUrls } from './return-urls.js';

type NewOrder = ReplyOf<typeof createOrder>;

const chargeOf = ({ amountMinor, currency }: Charge) => ({
  charge: { amount: toDecimalString(amountMinor), currency },
});

/** Whether `known` is what `request` asks for, at the price that its page shows. */
const isOrderOf = (
  { item, amount, currency }: RequestOf<typeof createOrder>,
  known: PurchaseDocument,
): boolean =>
  item === known.item && toMinorUnits(amount) === known.amountMinor && currency === known.currency;

/** Creates orders: sets the price, stores the order, then calls the provider. */
@Injectable()
export class OrderingService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly prices: PricesService,
    private readonly checkout: CheckoutService,
    private readonly clock: RedisClock,
    private readonly logger: AppLogger,
    @Inject(PAYMENT_PROVIDER) private readonly provider: PaymentProvider,
  ) {}

  async open(
    request: RequestOf<typeof createOrder>,
    { commandId, locale }: Pick<MessageContext, 'commandId' | 'locale'>,
  ): Promise<NewOrder> {
    this.checkout.assertConfigured();
    const { holder, returnOrigin } = request;
    const known = await this.purchases.findByCommand(holder, commandId);
    // The key belongs to a different request, so its order would be wrong here.
    if (known && !isOrderOf(request, known)) throw new DomainError('IDEMPOTENCY_KEY_REUSED');
    const purchase = known ?? (await this.store(request, commandId));
    return this.answer(purchase) ?? (await this.openAtProvider(purchase, returnOrigin, locale));
  }

  private async store(
    { holder, item, amount, currency }: RequestOf<typeof createOrder>,
    commandId: string,
  ): Promise<PurchaseDocument> {
    const charge = await this.prices.priceOf(item);
    if (currency !== charge.currency)
      throw new DomainError('CURRENCY_NOT_SUPPORTED', chargeOf(charge));
    if (toMinorUnits(amount) !== charge.amountMinor)
      throw new DomainError('PRICE_CHANGED', chargeOf(charge));
    const { amountMinor } = charge;
    return this.purchases.create(
      { item, amountMinor, currency: charge.currency, orderedBy: holder, commandId },
      await this.clock.now(),
    );
  }

  private answer({ providerOrderId, approveUrl, state }: PurchaseDocument): NewOrder | undefined {
    if (state === 'abandoned') throw new DomainError('NOT_FOUND', { kind: 'order' });
    if (providerOrderId === undefined || approveUrl === undefined) return undefined;
    return { id: providerOrderId, approveUrl };
  }

  private async openAtProvider(
    purchase: PurchaseDocument,
    origin: string,
    locale: Locale,
  ): Promise<NewOrder> {
    const { _id, item, amountMinor, currency } = purchase;
    const orderId = _id.toHexString();
    const order = { orderId, item, amountMinor, currency, locale, ...returnUrls(item, origin) };
    try {
      const opened = await reaching(() => this.provider.createOrder(order, `order-${orderId}`));
      const { id: providerOrderId, approveUrl } = opened;
      const at = await this.clock.now();
      const changes = { providerOrderId, approveUrl };
      const stored =
        (await this.purchases.take(purchase, 'opened', changes, { at })) ??
        (await this.purchases.findById(_id));
      return this.answer(stored ?? purchase) ?? opened;
    } catch (error) {
      if (error instanceof ProviderRefusal) throw await this.refused(purchase, error);
      throw error;
    }
  }

  private async refused(
    purchase: PurchaseDocument,
    { code, issue }: ProviderRefusal,
  ): Promise<DomainError> {
    const orderId = purchase._id.toHexString();
    this.logger.error('the provider opens no order', { orderId, issue, event: 'order-refused' });
    // The order stays `created`, so that a retry with the same key can open it.
    if (code !== 'CURRENCY_NOT_SUPPORTED') return tryAgain();
    await this.purchases.take(purchase, 'refused', {}, { at: await this.clock.now() });
    return new DomainError('CURRENCY_NOT_SUPPORTED', chargeOf(purchase));
  }
}
