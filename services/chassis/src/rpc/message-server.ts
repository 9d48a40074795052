import { Server, type CustomTransportStrategy } from '@nestjs/microservices';
import type { EventConsumer } from '../events/consumer.js';
import type { OnEventExtras } from '../events/on-event.decorator.js';
import type { HandlesExtras } from './handles.decorator.js';
import type { NestHandler } from './handler.js';
import type { RpcServer } from './server.js';

/** How long work that has begun may go on after the stop, in milliseconds. */
export const DRAIN_MS = 20_000;

interface Registered {
  readonly run: NestHandler;
  readonly extras: Partial<HandlesExtras & OnEventExtras>;
}

type AddHandlerRest =
  Parameters<Server['addHandler']> extends [unknown, ...infer Rest] ? Rest : never;

/**
 * Nest's transport strategy: collects the methods marked with `@Handles` and `@OnEvent` and hands
 * them to the RPC server and the event consumer.
 */
export class MessageServer extends Server implements CustomTransportStrategy {
  constructor(
    private readonly rpc: RpcServer,
    private readonly events: EventConsumer,
  ) {
    super();
  }

  /** Called by Nest for every marked method. */
  override addHandler(pattern: string, ...rest: AddHandlerRest): void {
    const [, isEvent] = rest;
    if (!isEvent && this.messageHandlers.has(pattern))
      throw new Error(`two methods answer ${pattern}`);
    super.addHandler(pattern, ...rest);
  }

  /** Called by Nest once all modules are ready; consuming begins. */
  listen(callback: (error?: unknown) => void): void {
    for (const { run, extras } of this.registered()) {
      if (extras.contract) this.rpc.add({ contract: extras.contract, run });
      if (extras.event) this.events.add({ event: extras.event, run });
    }
    Promise.all([this.rpc.start(), this.events.start()]).then(() => callback(), callback);
  }

  /** Called by Nest first of all when the process stops. */
  async close(): Promise<void> {
    await Promise.all([this.rpc.drain(DRAIN_MS), this.events.drain(DRAIN_MS)]);
  }

  /** There is nothing to listen to: the link to the broker recovers by itself. */
  on(event: string): never {
    throw new Error(`this transport has no event ${event}`);
  }

  /** There is nothing beneath that others could use. */
  unwrap<T>(): T {
    throw new Error('this transport has nothing to unwrap');
  }

  private registered(): Registered[] {
    const heads = [...this.messageHandlers.values()];
    return heads.map((handler) => ({
      run: handler as NestHandler,
      extras: (handler.extras ?? {}) as Registered['extras'],
    }));
  }
}
