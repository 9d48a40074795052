import { setTimeout as pause } from 'node:timers/promises';
import { RpcClient } from '@ctdb/chassis';
import {
  captureOrder,
  createOrder,
  DomainError,
  getPrices,
  listPurchases,
  MAX_WEBHOOK_BODY,
  openAccessLink,
  type PaymentProviderName,
  planItemNames,
  planPriceField,
  type Prices,
  type Pricing,
  receiveWebhook,
  requestRefund,
  requestRefundByReceipt,
  restoreAccess,
  returnFromOrder,
  routes,
  sendAccessLink,
  setPrices,
  signOutOfAccess,
  toDecimalString,
  webhookHeaders,
} from '@ctdb/contracts';
import { Controller, Inject, Res, UseFilters } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { BrowserTokens } from '../access/browser-tokens.js';
import { Cookies } from '../access/cookies.js';
import { getPublicOrigin } from '../access/same-origin.js';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { HttpReply } from '../http/http-reply.js';
import type { InputOf } from '../http/input.js';
import { Route } from '../http/route.decorator.js';
import { clientAddress, getRequestContext } from '../server/request-context.js';
import { ReturnFilter } from './return.filter.js';

/**
 * An answer about an e-mail address is held back as long: longer than the work takes that only an address
 * with access causes.
 */
const SEND_LINK_MS = 300;

/** Prices as the browser gets them. */
export const toPricing = ({ usdCents, inrPaise, plansPaise }: Prices): Pricing => {
  const plans = planItemNames.map((item) => [planPriceField(item), String(plansPaise[item] / 100)]);
  return {
    usd_hourly: toDecimalString(usdCents),
    inr_hourly: String(inrPaise / 100),
    ...(Object.fromEntries(plans) as Omit<Pricing, 'usd_hourly' | 'inr_hourly'>),
  };
};

type PricingInput = InputOf<typeof routes.setPricing>['body'];
type OrderInput = Pick<InputOf<typeof routes.createOrder>, 'body' | 'context' | 'request'>;

/** The given ones; undefined without any, because versions of billing before plans take none. */
const toPlanPrices = (body: PricingInput): Partial<Prices['plansPaise']> | undefined => {
  const given = planItemNames.filter((item) => body[planPriceField(item)] !== undefined);
  if (given.length === 0) return undefined;
  return Object.fromEntries(given.map((item) => [item, body[planPriceField(item)]]));
};

/** Prices, payments and purchases. A browser orders and holds its purchases with its own token. */
@Controller()
export class BillingController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly tokens: BrowserTokens,
    private readonly cookies: Cookies,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Route(routes.getPricing)
  async getPricing({ context }: InputOf<typeof routes.getPricing>) {
    return toPricing(await this.rpc.call(getPrices, {}, context));
  }

  @Route(routes.setPricing)
  async setPricing({ body, context }: InputOf<typeof routes.setPricing>) {
    const { usd_hourly: usdCents, inr_hourly: inrPaise } = body;
    const plansPaise = toPlanPrices(body);
    const prices = { usdCents, inrPaise, ...(plansPaise && { plansPaise }) };
    return toPricing(await this.rpc.call(setPrices, prices, context));
  }

  @Route(routes.createOrder)
  createOrder(
    input: InputOf<typeof routes.createOrder>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.order(input, reply);
  }

  @Route(routes.createRupeeOrder)
  createRupeeOrder(
    input: InputOf<typeof routes.createRupeeOrder>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.order(input, reply, { provider: 'razorpay' });
  }

  @Route(routes.returnFromRupeeOrder)
  @UseFilters(ReturnFilter)
  async returnFromRupeeOrder({ query, context }: InputOf<typeof routes.returnFromRupeeOrder>) {
    const request = { provider: 'razorpay', query } as const;
    const { path } = await this.rpc.call(returnFromOrder, request, context);
    return new HttpReply(undefined, { location: path });
  }

  @Route(routes.captureOrder)
  async captureOrder(
    { params, context, request }: InputOf<typeof routes.captureOrder>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    // A browser without a token has not ordered anything.
    const { browserTokenHash: holder } = getRequestContext(request);
    if (holder === undefined) throw new DomainError('FOREIGN_ORDER');
    const outcome = await this.rpc.call(captureOrder, { id: params.id, holder }, context);
    if (outcome.status === 'PENDING') return new HttpReply(outcome, {}, 202);
    await this.tokens.renewAfterClaim(request, reply);
    return outcome;
  }

  @Route(routes.listPurchases)
  async listPurchases({ context, request }: InputOf<typeof routes.listPurchases>) {
    const { browserTokenHash: holder } = getRequestContext(request);
    if (holder === undefined) return [];
    return (await this.rpc.call(listPurchases, { holder }, context)).purchases;
  }

  @Route(routes.restoreAccess)
  async restoreAccess(
    { body, context, request }: InputOf<typeof routes.restoreAccess>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { holder, isNew } = await this.tokens.forPurchase(request, reply);
    const address = clientAddress(request);
    const restored = await this.rpc.call(restoreAccess, { ...body, holder, address }, context);
    if (!isNew) await this.tokens.renewAfterClaim(request, reply);
    return restored;
  }

  @Route(routes.sendAccessLink)
  async sendAccessLink({ body, context }: InputOf<typeof routes.sendAccessLink>) {
    const held = pause(SEND_LINK_MS);
    try {
      return await this.rpc.call(sendAccessLink, body, context);
    } finally {
      await held;
    }
  }

  @Route(routes.openAccessLink)
  async openAccessLink(
    { body, context, request }: InputOf<typeof routes.openAccessLink>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { idempotencyKey } = context;
    const { holder, isNew } = await this.tokens.forLink(request, reply, body.token, idempotencyKey);
    const opened = await this.rpc.call(openAccessLink, { ...body, holder }, context);
    if (!isNew) await this.tokens.renewAfterClaim(request, reply);
    return opened;
  }

  @Route(routes.signOutOfAccess)
  async signOutOfAccess(
    { context, request }: InputOf<typeof routes.signOutOfAccess>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { browserTokenHash: holder } = getRequestContext(request);
    if (holder !== undefined) await this.rpc.call(signOutOfAccess, { holder }, context);
    this.cookies.clearPass(reply);
    return undefined;
  }

  @Route(routes.requestRefund)
  requestRefund({ body, context, request }: InputOf<typeof routes.requestRefund>) {
    const { id, receiptCode = '', email = '' } = body;
    if (id === undefined) {
      const receipt = { receiptCode, email, address: clientAddress(request) };
      return this.rpc.call(requestRefundByReceipt, receipt, context);
    }
    const { browserTokenHash: holder } = getRequestContext(request);
    if (holder === undefined) throw new DomainError('NOT_FOUND', { kind: 'order' });
    return this.rpc.call(requestRefund, { holder, id }, context);
  }

  @Route(routes.receiveWebhook)
  receiveWebhook(input: InputOf<typeof routes.receiveWebhook>) {
    return this.webhook(input, 'paypal');
  }

  @Route(routes.receiveRupeeWebhook)
  receiveRupeeWebhook(input: InputOf<typeof routes.receiveRupeeWebhook>) {
    return this.webhook(input, 'razorpay');
  }

  /** Versions of billing before Razorpay take no provider, so PayPal is not named. */
  private async order(
    { body, context, request }: OrderInput,
    reply: FastifyReply,
    other: { provider?: PaymentProviderName } = {},
  ) {
    const { holder } = await this.tokens.forOrder(request, reply, context.idempotencyKey);
    const returnOrigin = getPublicOrigin(request, this.config.PUBLIC_ORIGIN);
    return this.rpc.call(createOrder, { ...body, holder, returnOrigin, ...other }, context);
  }

  private async webhook(
    { context, request }: Pick<OrderInput, 'context' | 'request'>,
    provider: PaymentProviderName,
  ) {
    const headers = webhookHeaders[provider].safeParse(request.headers);
    const { body } = request;
    const isSigned = headers.success && Buffer.isBuffer(body) && body.length > 0;
    if (!isSigned) throw new DomainError('INVALID_SIGNATURE');
    if (body.length > MAX_WEBHOOK_BODY) {
      throw new DomainError('PAYLOAD_TOO_LARGE', { limit: MAX_WEBHOOK_BODY });
    }
    const other = provider === 'paypal' ? {} : { provider };
    const message = { headers: headers.data, body: body.toString('base64'), ...other };
    return this.rpc.call(receiveWebhook, message, context);
  }
}
