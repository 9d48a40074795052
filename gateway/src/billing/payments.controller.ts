import { AppLogger, RpcClient, runInContext } from '@ctdb/chassis';
import {
  DomainError,
  MAX_WEBHOOK_BODY,
  messages,
  type PaymentProviderName,
  planItemNames,
  planPriceField,
  type Prices,
  type Pricing,
  providerOrderId,
  routes,
  toDecimalString,
  webhookHeaders,
} from '@ctdb/contracts';
import {
  type ArgumentsHost,
  Catch,
  Controller,
  type ExceptionFilter,
  Inject,
  UseFilters,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BrowserTokens } from '../access/browser-tokens.js';
import { getPublicOrigin } from '../http/same-origin.js';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { HttpReply } from '../http/http-reply.js';
import { type Inputs, Route } from '../http/route.js';
import { getRequestContext, requireBrowser } from '../http/request-context.js';
import type { QueryString } from '../http/query-string.js';
import { fromError } from '../problems/problem.filter.js';

/**
 * Leads a buyer who comes back from Razorpay to a page, whatever went wrong, because the money may have
 * been taken. The page asks for the outcome of the order; it does so for its own browser alone, so that
 * the order's id may be forged. Without an id it is the page of purchases.
 */
@Catch()
class ReturnFilter implements ExceptionFilter {
  constructor(private readonly logger: AppLogger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const context = getRequestContext(request);
    context.errorCode = runInContext(
      context.logContext(),
      () => fromError(error, this.logger).code,
    );
    const { values } = request.query as QueryString;
    const { data: order } = providerOrderId.safeParse(values['razorpay_payment_link_id']);
    const location = order === undefined ? '/access' : `/hourly-access?order=paid&token=${order}`;
    void http.getResponse<FastifyReply>().code(303).headers({ location }).send();
  }
}

/** Prices as the browser gets them. */
export const toPricing = ({ usdCents, inrPaise, plansPaise }: Prices): Pricing => {
  const plans = planItemNames.map((item) => [planPriceField(item), String(plansPaise[item] / 100)]);
  return {
    usd_hourly: toDecimalString(usdCents),
    inr_hourly: String(inrPaise / 100),
    ...(Object.fromEntries(plans) as Omit<Pricing, 'usd_hourly' | 'inr_hourly'>),
  };
};

type PricingInput = Inputs['setPricing']['body'];
type OrderInput = Pick<Inputs['createOrder'], 'body' | 'context' | 'request' | 'reply'>;

/** The given ones. */
const toPlanPrices = (body: PricingInput): Partial<Prices['plansPaise']> => {
  const given = planItemNames.filter((item) => body[planPriceField(item)] !== undefined);
  return Object.fromEntries(given.map((item) => [item, body[planPriceField(item)]]));
};

/** Prices and payments. A browser orders with its own token. */
@Controller()
export class PaymentsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly tokens: BrowserTokens,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Route(routes.getPricing)
  async getPricing({ context }: Inputs['getPricing']) {
    return toPricing(await this.rpc.call(messages.getPrices, {}, context));
  }

  @Route(routes.setPricing)
  async setPricing({ body, context }: Inputs['setPricing']) {
    const { usd_hourly: usdCents, inr_hourly: inrPaise } = body;
    const prices = { usdCents, inrPaise, plansPaise: toPlanPrices(body) };
    return toPricing(await this.rpc.call(messages.setPrices, prices, context));
  }

  /** Sets the browser's token, so that an order is made with one that has come back. */
  @Route(routes.getCheckout)
  async getCheckout({ context, request, reply }: Inputs['getCheckout']) {
    const checkout = await this.rpc.call(routes.getCheckout, {}, context);
    // With a request of another site the browser may leave out the cookie that it has.
    if (request.headers['sec-fetch-site'] !== 'cross-site') this.tokens.forOrder(request, reply);
    return { ...checkout, hasCookie: getRequestContext(request).browserTokenHash !== undefined };
  }

  @Route(routes.createOrder)
  createOrder(input: Inputs['createOrder']) {
    return this.order(input, 'paypal');
  }

  @Route(routes.createRupeeOrder)
  createRupeeOrder(input: Inputs['createRupeeOrder']) {
    return this.order(input, 'razorpay');
  }

  @Route(routes.returnFromRupeeOrder)
  @UseFilters(ReturnFilter)
  async returnFromRupeeOrder({ query, context }: Inputs['returnFromRupeeOrder']) {
    const request = { provider: 'razorpay', query } as const;
    const { path } = await this.rpc.call(messages.returnFromOrder, request, context);
    return new HttpReply(undefined, { location: path });
  }

  @Route(routes.captureOrder)
  async captureOrder({ params, context, request, reply }: Inputs['captureOrder']) {
    const browser = requireBrowser(request, () => new DomainError('FOREIGN_ORDER'));
    const outcome = await this.rpc.call(routes.captureOrder, { id: params.id, browser }, context);
    if (outcome.status === 'PENDING') return new HttpReply(outcome, {}, 202);
    await this.tokens.renewAfterClaim(request, reply);
    return outcome;
  }

  @Route(routes.receiveWebhook)
  receiveWebhook(input: Inputs['receiveWebhook']) {
    return this.webhook(input, 'paypal');
  }

  @Route(routes.receiveRupeeWebhook)
  receiveRupeeWebhook(input: Inputs['receiveRupeeWebhook']) {
    return this.webhook(input, 'razorpay');
  }

  private order({ body, context, request, reply }: OrderInput, provider: PaymentProviderName) {
    const browser = this.tokens.forOrder(request, reply, context.idempotencyKey);
    const returnOrigin = getPublicOrigin(request, this.config.PUBLIC_ORIGIN);
    return this.rpc.call(routes.createOrder, { ...body, browser, returnOrigin, provider }, context);
  }

  private async webhook(
    { context, request }: Pick<OrderInput, 'context' | 'request'>,
    provider: PaymentProviderName,
  ) {
    const headers = webhookHeaders[provider].safeParse(request.headers);
    if (!headers.success) throw new DomainError('INVALID_SIGNATURE');
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (body.length > MAX_WEBHOOK_BODY) {
      throw new DomainError('PAYLOAD_TOO_LARGE', { limit: MAX_WEBHOOK_BODY });
    }
    const message = { provider, headers: headers.data, body: body.toString('base64') };
    return this.rpc.call(routes.receiveWebhook, message, context);
  }
}
