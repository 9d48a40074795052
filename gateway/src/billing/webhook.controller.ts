import { RpcClient } from '@ctdb/chassis';
import {
  DomainError,
  MAX_WEBHOOK_BODY,
  receiveWebhook,
  routes,
  webhookHeaders,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import type { InputOf } from '../http/input.js';
import { Route } from '../http/route.decorator.js';

/** What PayPal tells us. Billing checks the signature, over the bytes as they came. */
@Controller()
export class WebhookController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.receiveWebhook)
  async receive({ context, request }: InputOf<typeof routes.receiveWebhook>) {
    const headers = webhookHeaders.safeParse(request.headers);
    const { body } = request;
    const isSigned = headers.success && Buffer.isBuffer(body) && body.length > 0;
    if (!isSigned) throw new DomainError('INVALID_SIGNATURE');
    if (body.length > MAX_WEBHOOK_BODY) {
      throw new DomainError('PAYLOAD_TOO_LARGE', { limit: MAX_WEBHOOK_BODY });
    }
    const message = { headers: headers.data, body: body.toString('base64') };
    return this.rpc.call(receiveWebhook, message, context);
  }
}
