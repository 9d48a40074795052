import type { MessageContract, ReplyOf, RequestOf } from '@ctdb/contracts';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import type { MessageContext } from '../context/message-context.js';

/** A method that answers the message `C`. */
export type MessageHandlerOf<C extends MessageContract> = (
  request: RequestOf<C>,
  context: MessageContext,
) => ReplyOf<C> | Promise<ReplyOf<C>>;

/** What {@link Handles} leaves for the server to find. */
export interface HandlesExtras {
  readonly contract: MessageContract;
}

/**
 * Marks the controller's method that answers `contract`. It gets the parsed request and the
 * {@link MessageContext}; it throws `DomainError`. Handlers of commands are idempotent: they may
 * be called again with the same `commandId`.
 */
export const Handles =
  <C extends MessageContract>(contract: C) =>
  <H extends MessageHandlerOf<C>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    const extras: HandlesExtras = { contract };
    MessagePattern(contract.name, extras)(target, key, descriptor);
    Payload()(target, key, 0);
    Ctx()(target, key, 1);
  };
