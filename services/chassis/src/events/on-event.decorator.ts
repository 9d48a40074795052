import type { EventContract, EventEnvelope, PayloadOf } from '@ctdb/contracts';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';

/** A method that takes note of the event `E`. */
export type EventHandlerOf<E extends EventContract> = (
  payload: PayloadOf<E>,
  envelope: EventEnvelope,
) => void | Promise<void>;

/** What {@link OnEvent} leaves for the consumer to find. */
export interface OnEventExtras {
  readonly event: EventContract;
}

/**
 * Marks the controller's method that handles `event`. It is called in the order of publication,
 * one event at a time, normally once; after a crash between its effect and the inbox's mark it is
 * called again, so it must be idempotent. A failed event is tried again five times, then it goes
 * to the dead-letter queue. The actor is `currentContext().subject`.
 */
export const OnEvent =
  <E extends EventContract>(event: E) =>
  <H extends EventHandlerOf<E>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    const extras: OnEventExtras = { event };
    const pattern = EventPattern(event.name, extras) as MethodDecorator;
    pattern(target, key, descriptor);
    Payload()(target, key, 0);
    Ctx()(target, key, 1);
  };
