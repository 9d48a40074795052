import type {
  EventContract,
  EventEnvelope,
  MessageContract,
  PayloadOf,
  ReplyOf,
  RequestOf,
} from '@ctdb/contracts';
import {
  Ctx,
  EventPattern,
  MessagePattern,
  Payload,
  type MessageHandler,
} from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import type { MessageContext } from '../context/message-context.js';

/** A method that answers the message `C`; where the reply is empty, it may return nothing. */
export type RequestHandler<C extends MessageContract> = (
  request: RequestOf<C>,
  context: MessageContext,
) =>
  | ReplyOf<C>
  | Promise<ReplyOf<C>>
  | (ReplyOf<C> extends Record<string, never> ? Promise<void> : never);

/** A method that handles the event `E`. */
export type EventHandler<E extends EventContract> = (
  payload: PayloadOf<E>,
  envelope: EventEnvelope,
) => void | Promise<void>;

/** Options of {@link OnEvent}. */
export interface EventOptions {
  /**
   * The effect is stored under the event's id and does not depend on other events: the handler may be
   * called with several events at once, in any order, and again with one that it has handled. The
   * inbox is not needed then. It has no effect beside a handler of the same service that lacks it.
   */
  readonly isConcurrent?: boolean;
}

/** Describes what {@link Handles} and {@link OnEvent} leave in a handler's `extras`. */
interface HandlerExtras extends EventOptions {
  readonly contract?: MessageContract;
  readonly event?: EventContract;
}

type HandlerDecorator<H> = <M extends H>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<M>,
) => void;

const decorate =
  <H>(pattern: MethodDecorator): HandlerDecorator<H> =>
  (target, key, descriptor) => {
    pattern(target, key, descriptor);
    Payload()(target, key, 0);
    Ctx()(target, key, 1);
  };

/**
 * Marks the controller's method that answers `contract`. It receives the parsed request and the
 * {@link MessageContext}, and throws `DomainError`. Handlers of commands are idempotent, because they
 * may be called again with the same `commandId`.
 */
export const Handles = <C extends MessageContract>(
  contract: C,
): HandlerDecorator<RequestHandler<C>> =>
  decorate(MessagePattern(contract.name, { contract } satisfies HandlerExtras));

/**
 * Marks the controller's method that handles `event`. It is called in the order of publication, one
 * event at a time, normally once; see {@link EventOptions} for others. It must be idempotent, because
 * after a crash between its effect and the inbox entry it is called again. A failed event is tried
 * again five times, then it becomes a dead letter. The actor is `currentContext().subject`.
 */
export const OnEvent = <E extends EventContract>(
  event: E,
  options: EventOptions = {},
): HandlerDecorator<EventHandler<E>> =>
  decorate(
    EventPattern(event.name, { event, ...options } satisfies HandlerExtras) as MethodDecorator,
  );

/** The `contract` of a handler of {@link Handles}, or the `event` and options of one of {@link OnEvent}. */
export const getExtras = (handler: MessageHandler | undefined): HandlerExtras =>
  handler?.extras ?? {};

/** Calls a method that Nest wrapped and waits for its result. Rejects with the error of the method. */
export const runHandler = async (handler: MessageHandler, data: unknown, context: unknown) => {
  const result: unknown = await handler(data, context);
  return isObservable(result) ? lastValueFrom(result, { defaultValue: undefined }) : result;
};
