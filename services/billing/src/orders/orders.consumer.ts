import { Handles, type MessageContext } from '@ctdb/chassis';
import { listOrders, refundOrder, type ReplyOf, type RequestOf } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { OrdersService } from './orders.service.js';

/** Handles the messages about orders. */
@Controller()
export class OrdersConsumer {
  constructor(private readonly orders: OrdersService) {}

  @Handles(listOrders)
  list(
    request: RequestOf<typeof listOrders>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof listOrders>> {
    return this.orders.list(request, context);
  }

  @Handles(refundOrder)
  refund(
    { id }: RequestOf<typeof refundOrder>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof refundOrder>> {
    return this.orders.refund(id, context);
  }
}
