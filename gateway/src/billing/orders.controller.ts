import { RpcClient } from '@ctdb/chassis';
import { listOrders, PAGE_SIZE, refundOrder, routes } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { paged } from '../http/paging.js';
import type { InputOf } from '../http/input.js';
import { Route } from '../http/route.decorator.js';

/** All orders, for administrators. */
@Controller()
export class OrdersController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.listOrders)
  async list({ query, context }: InputOf<typeof routes.listOrders>) {
    const { page = 1, limit = PAGE_SIZE } = query;
    const found = await this.rpc.call(listOrders, { page, limit }, context);
    return paged(found, { path: '/api/orders', page, limit });
  }

  @Route(routes.refundOrder)
  refund({ params, context }: InputOf<typeof routes.refundOrder>) {
    return this.rpc.call(refundOrder, params, context);
  }
}
