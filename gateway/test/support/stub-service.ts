import { ChassisModule, Handles, type MessageContext } from '@ctdb/chassis';
import { startTestService, type TestEnv, type TestService } from '@ctdb/chassis/testing';
import * as contracts from '@ctdb/contracts';
import type { MessageContract, ReplyOf, RequestOf, ServiceName } from '@ctdb/contracts';
import { Controller, Module, type Type } from '@nestjs/common';
import { sampleOf } from './sample.js';

type Answerer<C extends MessageContract> = (
  request: RequestOf<C>,
  context: MessageContext,
) => ReplyOf<C> | Promise<ReplyOf<C>>;
type Declarations = typeof contracts;

/** Answers of a service, by the names of the messages' declarations. */
export type Answers = {
  readonly [
    N in keyof Declarations as Declarations[N] extends MessageContract ? N : never
  ]?: Declarations[N] extends MessageContract ? Answerer<Declarations[N]> : never;
};

/** The answer of a service that cannot be reached. */
export const unavailable = (): never => {
  throw new contracts.DomainError('SERVICE_UNAVAILABLE', { retryAfter: 3 });
};

/** A call that a stub service has answered. */
export interface TakenCall {
  readonly request: unknown;
  readonly context: MessageContext;
}

const isMessage = (declaration: unknown): declaration is MessageContract =>
  typeof declaration === 'object' && declaration !== null && 'reply' in declaration;

/** A real service on the real broker, whose answers a test chooses. */
export class StubService {
  resets = 0;
  private readonly usual = new Map<string, Answerer<MessageContract>>();
  private answerers = new Map<string, Answerer<MessageContract>>();
  private taken = new Map<string, TakenCall[]>();
  private readonly contracts: MessageContract[] = [];

  /** It answers each message of `name` with `answers`, or with a small reply that fits. */
  constructor(
    private readonly name: ServiceName,
    answers: Answers = {},
  ) {
    for (const [key, contract] of Object.entries(contracts as Record<string, unknown>)) {
      if (!isMessage(contract) || contract.service !== name) continue;
      this.contracts.push(contract);
      const answer = answers[key as keyof Answers] as Answerer<MessageContract> | undefined;
      this.usual.set(contract.name, answer ?? (() => sampleOf(contract.reply)));
    }
    this.reset();
  }

  /** From now on, until {@link reset}, answers `contract` so. */
  answer<C extends MessageContract>(contract: C, answerer: Answerer<C>): this {
    this.answerers.set(contract.name, answerer as Answerer<MessageContract>);
    return this;
  }

  /** Answers as usual again, and forgets the calls. */
  reset(): void {
    this.resets += 1;
    this.answerers = new Map(this.usual);
    this.taken = new Map();
  }

  /** How `contract` is answered now. */
  answererOf<C extends MessageContract>(contract: C): Answerer<C> {
    return this.answerers.get(contract.name) as Answerer<C>;
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
        return this.answererOf(contract)(request, context);
      };
      const descriptor = { value, configurable: true, writable: true };
      Object.defineProperty(Consumer.prototype, contract.name, descriptor);
      Handles(contract)(Consumer.prototype, contract.name, descriptor);
    }
    const imports = [ChassisModule.forRoot({ service: this.name })];
    @Module({ imports, controllers: [Consumer] })
    class Stub {}
    return Stub;
  }
}
