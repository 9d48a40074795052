import { ChassisModule, Handles, type MessageContext } from '@ctdb/chassis';
import { startTestService, type TestEnv, type TestService } from '@ctdb/chassis/testing';
import type { MessageContract, ReplyOf, RequestOf, ServiceName } from '@ctdb/contracts';
import { Controller, Module, type Type } from '@nestjs/common';

type Answerer = (request: never, context: MessageContext) => unknown;

/** A call that a staged service took. */
export interface TakenCall {
  readonly request: unknown;
  readonly context: MessageContext;
}

/** A real service on the real broker, whose answers a test chooses. */
export class StagedService {
  private readonly answerers = new Map<string, Answerer>();
  private readonly taken = new Map<string, TakenCall[]>();
  private readonly contracts: MessageContract[] = [];

  constructor(private readonly name: ServiceName) {}

  /** From now on answers `contract` so. */
  answer<C extends MessageContract>(
    contract: C,
    answerer: (request: RequestOf<C>, context: MessageContext) => ReplyOf<C> | Promise<ReplyOf<C>>,
  ): this {
    if (!this.answerers.has(contract.name)) this.contracts.push(contract);
    this.answerers.set(contract.name, answerer);
    return this;
  }

  /** How `contract` is answered now. */
  answererOf<C extends MessageContract>(
    contract: C,
  ): (request: RequestOf<C>, context: MessageContext) => ReplyOf<C> | Promise<ReplyOf<C>> {
    const answerer = this.answerers.get(contract.name);
    if (!answerer) throw new Error(`${contract.name} is not staged`);
    return answerer as never;
  }

  /** The calls of `contract` so far, oldest first. */
  calls(contract: MessageContract): TakenCall[] {
    return this.taken.get(contract.name) ?? [];
  }

  /** The last call of `contract`. */
  last(contract: MessageContract): TakenCall {
    const call = this.calls(contract).at(-1);
    if (!call) throw new Error(`${contract.name} was not called`);
    return call;
  }

  start(env: TestEnv): Promise<TestService> {
    return startTestService(this.module(), env);
  }

  private module(): Type {
    @Controller()
    class Consumer {}
    for (const contract of this.contracts) {
      const value = (request: unknown, context: MessageContext): unknown => {
        this.taken.set(contract.name, [...this.calls(contract), { request, context }]);
        return this.answerers.get(contract.name)?.(request as never, context);
      };
      const descriptor = { value, configurable: true, writable: true };
      Object.defineProperty(Consumer.prototype, contract.name, descriptor);
      Handles(contract)(Consumer.prototype, contract.name, descriptor);
    }
    @Module({
      imports: [ChassisModule.forRoot({ service: this.name })],
      controllers: [Consumer],
    })
    class Staged {}
    return Staged;
  }
}
