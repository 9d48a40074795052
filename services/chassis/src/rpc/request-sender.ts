import type { MessageContract, RequestHeaders } from '@ctdb/contracts';
import type { Channel } from 'amqplib';
import type { AmqpNames } from '../amqp/names.js';
import type { CallContext } from './call-context.js';
import { commandIdOf } from './command-id.js';

/** Where replies come: the broker's direct reply-to, which needs no queue. */
export const REPLY_QUEUE = 'amq.rabbitmq.reply-to';

/** One request, ready to be sent. */
export interface Outgoing {
  contract: MessageContract;
  request: unknown;
  context: CallContext;
  /** The service token. */
  auth: string;
  /** Milliseconds since the epoch. */
  deadline: number;
  /** Milliseconds until then. */
  remaining: number;
  correlationId: string;
}

/** Puts requests on the wire. */
export class RequestSender {
  // The library makes the headers the prototype of another object. An object that has not been a
  // prototype before is costly as one, so all messages share this one, which is encoded at once.
  private readonly headers: RequestHeaders = {
    auth: '',
    requestId: '',
    traceparent: '',
    locale: 'en',
    deadline: 0,
    idempotencyKey: undefined,
  };

  constructor(private readonly names: AmqpNames) {}

  /** Throws when the channel is gone. A queue that does not exist returns the message. */
  send(channel: Channel, outgoing: Outgoing): void {
    const { contract, context, correlationId } = outgoing;
    const { names, headers } = this;
    const { requestId, traceparent, locale, idempotencyKey } = context;
    const { auth, deadline } = outgoing;
    Object.assign(headers, { auth, requestId, traceparent, locale, deadline, idempotencyKey });
    const isCommand = contract.kind === 'command';
    const queue = isCommand ? names.commands(contract.service) : names.queries(contract.service);
    channel.sendToQueue(queue, Buffer.from(JSON.stringify(outgoing.request)), {
      type: contract.name,
      correlationId,
      replyTo: REPLY_QUEUE,
      messageId: isCommand
        ? commandIdOf(contract.name, context.subject, idempotencyKey)
        : correlationId,
      expiration: outgoing.remaining,
      mandatory: true,
      headers,
    });
  }
}
