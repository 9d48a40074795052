import { setTimeout as pause } from 'node:timers/promises';
import { Controller, Module } from '@nestjs/common';
import {
  access,
  defineCommand,
  defineQuery,
  DomainError,
  type ReplyOf,
  type RequestOf,
} from '@ctdb/contracts';
import { z } from 'zod';
import { ChassisModule, Handles, type MessageContext } from '../src/index.js';

const reply = z.object({ text: z.string(), role: z.string(), commandId: z.string() });

export const echo = defineQuery({
  name: 'catalog.echo',
  access: access.everyone,
  callers: ['catalog'],
  request: z.strictObject({ text: z.string().max(100) }),
  reply,
});

const slow = {
  access: access.everyone,
  request: z.strictObject({ id: z.string(), milliseconds: z.number() }),
  reply,
};
/** Answers after `milliseconds`. */
export const slowQuery = defineQuery({ name: 'catalog.slowQuery', ...slow });
/** Notes `id`, after `milliseconds`. */
export const slowCommand = defineCommand({ name: 'catalog.slowCommand', ...slow });

export const fail = defineQuery({
  name: 'catalog.fail',
  access: access.everyone,
  request: z.strictObject({ how: z.enum(['domain', 'reply']) }),
  reply,
});

/** Nothing answers it. */
export const unanswered = defineQuery({
  name: 'catalog.unanswered',
  access: access.everyone,
  request: z.object({}),
  reply,
});

/** What the handlers have begun and done, by the ids of the requests. */
export const begun: string[] = [];
export const done: string[] = [];

/** What a handler waits for in the place of the request's milliseconds, by the id of the request. */
export const gates = new Map<string, Promise<unknown>>();

type SlowRequest = RequestOf<typeof slowQuery>;

const work = async ({ id, milliseconds }: SlowRequest, { subject, commandId }: MessageContext) => {
  begun.push(id);
  await (gates.get(id) ?? pause(milliseconds));
  done.push(id);
  return { text: id, role: subject.role, commandId };
};

@Controller()
class EchoConsumer {
  @Handles(echo)
  echo({ text }: RequestOf<typeof echo>, { subject, commandId }: MessageContext) {
    return { text, role: subject.role, commandId, undeclared: 'must not leave' };
  }

  @Handles(slowQuery)
  query(request: SlowRequest, context: MessageContext) {
    return work(request, context);
  }

  @Handles(slowCommand)
  command(request: SlowRequest, context: MessageContext) {
    return work(request, context);
  }

  @Handles(fail)
  fail({ how }: RequestOf<typeof fail>): ReplyOf<typeof fail> {
    if (how === 'domain') throw new DomainError('NOT_FOUND', { kind: 'disease' });
    // What a mapper with a fault in it would return.
    return { text: 1 } as unknown as ReplyOf<typeof fail>;
  }
}

@Module({
  imports: [ChassisModule.forRoot({ service: 'catalog' })],
  controllers: [EchoConsumer],
})
export class EchoModule {}
