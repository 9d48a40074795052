import { Handles, type MessageContext, type RequestHandler } from '@ctdb/chassis';
import { type MessageContract, messages, type Requests } from '@ctdb/contracts';
import type { Type } from '@nestjs/common';

type Messages = typeof messages;

/** What a consumer does with messages, by the names of their contracts. */
type Handlers<C> = {
  readonly [N in keyof Messages]?: (
    consumer: C,
    request: Requests[N],
    context: MessageContext,
  ) => ReturnType<RequestHandler<Messages[N]>>;
};

/** Gives a consumer a handler for each message of `handlers`: a method with the name of the contract. */
export const HandlesMessages =
  <C extends object>(handlers: Handlers<C>) =>
  ({ prototype }: Type<C>): void => {
    for (const [name, handle] of Object.entries(handlers)) {
      const contract: MessageContract = messages[name as keyof Messages];
      const descriptor = {
        value(this: C, request: unknown, context: MessageContext) {
          return handle(this, request as never, context);
        },
      };
      Object.defineProperty(prototype, name, descriptor);
      Handles(contract)(prototype, name, descriptor);
    }
  };
