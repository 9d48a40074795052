import { RpcClient } from '@ctdb/chassis';
import { DomainError, listPurchases, requestRefund, restoreAccess, routes } from '@ctdb/contracts';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { clientAddress, edgeOf } from '../edge/edge.js';
import type { InputOf } from '../http/input.js';
import { Route } from '../http/route.decorator.js';
import { Browser } from './browser.js';

/** What a browser has bought. */
@Controller()
export class PurchasesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly browser: Browser,
  ) {}

  @Route(routes.listPurchases)
  async list({ context, request }: InputOf<typeof routes.listPurchases>) {
    const { holder } = edgeOf(request);
    if (holder === undefined) return [];
    return (await this.rpc.call(listPurchases, { holder }, context)).purchases;
  }

  @Route(routes.restoreAccess)
  restore(
    { body, context, request }: InputOf<typeof routes.restoreAccess>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const holder = this.browser.holderOf(request, reply);
    const address = clientAddress(request);
    return this.rpc.call(restoreAccess, { ...body, holder, address }, context);
  }

  @Route(routes.requestRefund)
  refund({ body, context, request }: InputOf<typeof routes.requestRefund>) {
    const { holder } = edgeOf(request);
    if (holder === undefined) throw new DomainError('NOT_FOUND', { kind: 'order' });
    return this.rpc.call(requestRefund, { holder, id: body.id }, context);
  }
}
