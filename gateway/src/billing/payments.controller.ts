import { RpcClient } from '@ctdb/chassis';
import { captureOrder, createOrder, DomainError, routes } from '@ctdb/contracts';
import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ownOriginOf } from '../access/own-origin.js';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { edgeOf } from '../edge/edge.js';
import { Answer } from '../http/answer.js';
import type { InputOf } from '../http/input.js';
import { Route } from '../http/route.decorator.js';
import { Browser } from './browser.js';

/** Orders and their captures. */
@Controller()
export class PaymentsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly browser: Browser,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Route(routes.createOrder)
  create(
    { body, context, request }: InputOf<typeof routes.createOrder>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const holder = this.browser.holderOf(request, reply);
    const returnOrigin = ownOriginOf(request, this.config.PUBLIC_ORIGIN);
    return this.rpc.call(createOrder, { ...body, holder, returnOrigin }, context);
  }

  @Route(routes.captureOrder)
  async capture(
    { params, context, request }: InputOf<typeof routes.captureOrder>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    // Whoever has ordered nothing has nothing to capture.
    if (edgeOf(request).holder === undefined) throw new DomainError('FOREIGN_ORDER');
    const holder = this.browser.holderOf(request, reply);
    const outcome = await this.rpc.call(captureOrder, { id: params.id, holder }, context);
    return outcome.status === 'PENDING' ? new Answer(outcome, {}, 202) : outcome;
  }
}
