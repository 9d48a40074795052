import type { z } from 'zod';
import {
  type ListedPayment,
  type NewProviderOrder,
  type PaymentProvider,
  type ProviderCapture,
  ProviderRejectedError,
  type ProviderRefund,
  ProviderUnavailableError,
} from '../payment-provider.js';
import {
  parseAnswer,
  type ProviderCall,
  sendCall,
  toBasicAuthorization,
} from '../provider-http.js';
import { describeItem, type RazorpayConfig } from '../../../payments.config.js';
import {
  isPaymentPage,
  linkResponse,
  linksResponse,
  listResponses,
  paymentResponse,
  paymentsResponse,
  refundResponse,
  refundsResponse,
  toProviderOrder,
  toRejection,
  toSurplus,
} from './responses.js';
import { readReturn, readWebhook } from './signatures.js';

/** The largest page of a list. */
const PAGE_SIZE = 100;
/** With the hour in which it may be made much shorter than an order waits: a late payment is seen. */
const LINK_LIFETIME_SECONDS = 3 * 3_600;
/** A link that is opened again can be paid for so long. */
const MIN_TIME_TO_PAY_SECONDS = 30 * 60;
/** Razorpay refunds no less, in paise. */
const MIN_REFUND = 100;

type Link = z.output<typeof linkResponse>;

/**
 * Razorpay, or the simulator: UPI, cards and net banking in rupees. An order is a payment link; the
 * money moves when the buyer pays it, so a capture only reads.
 */
export class RazorpayProvider implements PaymentProvider {
  readonly name = 'razorpay';
  readonly currency = 'INR';
  readonly repeatableMs = (LINK_LIFETIME_SECONDS - MIN_TIME_TO_PAY_SECONDS) * 1_000;
  readonly clientId = null;
  readonly mode: RazorpayConfig['mode'];

  constructor(private readonly config: RazorpayConfig) {
    this.mode = config.mode;
  }

  /** Razorpay makes one link of a reference, for ever: a repetition finds it. */
  async createOrder(order: NewProviderOrder) {
    const link = await this.#createLink(order).catch((error: unknown) => {
      const exists = error instanceof ProviderRejectedError && error.code === 'ORDER_EXISTS';
      if (exists) return this.#findLink(order.orderId);
      throw error;
    });
    if (!isPaymentPage(link.short_url, this.mode))
      throw new ProviderUnavailableError('no page for the buyer');
    return { id: link.id, approveUrl: link.short_url };
  }

  async getOrder(id: string) {
    const link = await this.#getLink(id);
    return toProviderOrder(link, await this.#listAttempts(link));
  }

  captureOrder(id: string) {
    return this.getOrder(id);
  }

  /** Razorpay shows a payment as refunded while its refund is still pending, and may yet fail. */
  async getCapture(id: string): Promise<ProviderCapture> {
    const capture = await this.#getPayment(id);
    if (capture.status !== 'REFUNDED') return capture;
    const { count, processedMinor } = await this.#getRefunds(id);
    const isReturned = count === 0 || processedMinor >= capture.amountMinor;
    return isReturned ? capture : { ...capture, status: 'PARTIALLY_REFUNDED' };
  }

  async listRefunds(_orderId: string, captureId: string) {
    return (await this.#getRefunds(captureId)).completed;
  }

  /** New payments appear at once. */
  async listPayments(from: Date, to: Date) {
    const payments = await this.#list('payments', from, to);
    payments.push(...(await this.#list('refunds', from, to)));
    return { payments, completeUntil: to };
  }

  async findOrder({ orderId, providerOrderId }: ListedPayment) {
    if (providerOrderId !== undefined) return toProviderOrder(await this.#getLink(providerOrderId));
    return orderId === undefined ? undefined : toProviderOrder(await this.#findLink(orderId));
  }

  async findSurplus(orderId: string, kept: string) {
    return toSurplus(await this.#listAttempts(await this.#getLink(orderId)), kept);
  }

  async isRestTooSmall(captureId: string) {
    const { amountMinor } = await this.#getPayment(captureId);
    const restMinor = amountMinor - (await this.#getRefunds(captureId)).requestedMinor;
    return restMinor > 0 && restMinor < MIN_REFUND;
  }

  /** One at a time: while one is pending, the rest is not known. */
  async refund(captureId: string, requestId: string): Promise<ProviderRefund> {
    const { amountMinor } = await this.#getPayment(captureId);
    const { failures, pending, processedMinor } = await this.#getRefunds(captureId);
    if (pending) return pending;
    const restMinor = amountMinor - processedMinor;
    if (restMinor <= 0) throw new ProviderRejectedError('CAPTURE_FULLY_REFUNDED');
    return this.#call({
      path: `/payments/${encodeURIComponent(captureId)}/refund`,
      answer: refundResponse,
      body: { amount: restMinor },
      // Under the same key Razorpay rejects another amount, and repeats the answer of a refund that
      // has failed since.
      headers: { 'x-refund-idempotency': `${requestId}-${restMinor}-${failures}` },
    });
  }

  readEvent(headers: Record<string, string>, body: Buffer) {
    return readWebhook(headers, body, this.config.webhookSecret);
  }

  readReturn(query: Record<string, string>) {
    return readReturn(query, this.config.keySecret);
  }

  #createLink(order: NewProviderOrder): Promise<Link> {
    const { orderId, item, amountMinor, currency, locale, email, mark, returnUrl, now } = order;
    return this.#call({
      path: '/payment_links',
      answer: linkResponse,
      body: {
        amount: amountMinor,
        currency,
        accept_partial: false,
        reference_id: orderId,
        description: describeItem(this.config, item, locale),
        ...(email && { customer: { email } }),
        notify: { email: false, sms: false },
        reminder_enable: false,
        notes: { order_id: orderId, mark },
        callback_url: `${new URL(returnUrl).origin}/razorpay/return`,
        callback_method: 'get',
        expire_by: Math.floor(now / 1_000) + LINK_LIFETIME_SECONDS,
      },
    });
  }

  /** All pages of a period. */
  async #list(name: keyof typeof listResponses, from: Date, to: Date): Promise<ListedPayment[]> {
    const toSeconds = (at: Date) => String(Math.floor(at.getTime() / 1_000));
    const period = { from: toSeconds(from), to: toSeconds(to), count: String(PAGE_SIZE) };
    const all: ListedPayment[] = [];
    for (let skip = 0; ; skip += PAGE_SIZE) {
      const query = new URLSearchParams({ ...period, skip: String(skip) });
      const path = `/${name}?${query.toString()}`;
      const { items } = await this.#call({ path, answer: listResponses[name] });
      all.push(...items.filter((item) => item !== undefined));
      if (items.length < PAGE_SIZE) return all;
    }
  }

  async #findLink(orderId: string): Promise<Link> {
    const path = `/payment_links?reference_id=${encodeURIComponent(orderId)}`;
    const { payment_links: links } = await this.#call({ path, answer: linksResponse });
    const found = links.find(({ reference_id: reference }) => reference === orderId);
    // It may not be listed yet.
    if (!found) throw new ProviderUnavailableError('the existing payment link was not found');
    return found;
  }

  #getLink(id: string): Promise<Link> {
    const path = `/payment_links/${encodeURIComponent(id)}`;
    return this.#call({ path, answer: linkResponse });
  }

  async #listAttempts({ order_id: id }: Link) {
    if (id === undefined) return [];
    const path = `/orders/${encodeURIComponent(id)}/payments`;
    return this.#call({ path, answer: paymentsResponse });
  }

  #getRefunds(paymentId: string) {
    const path = `/payments/${encodeURIComponent(paymentId)}/refunds?count=100`;
    return this.#call({ path, answer: refundsResponse });
  }

  #getPayment(id: string) {
    return this.#call({ path: `/payments/${encodeURIComponent(id)}`, answer: paymentResponse });
  }

  /** Separates rejections from unknown outcomes. */
  async #call<T extends z.ZodType>(call: ProviderCall<T>): Promise<z.output<T>> {
    const { keyId, keySecret } = this.config;
    const authorization = toBasicAuthorization(keyId, keySecret);
    const path = `/v1${call.path}`;
    const response = await sendCall(this.config, { ...call, path }, authorization);
    return parseAnswer(response, call.answer, toRejection);
  }
}
