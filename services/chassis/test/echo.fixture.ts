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

/** Answers after `milliseconds`. */
export const slowQuery = defineQuery({
  name: 'catalog.slowQuery',
  access: access.everyone,
  request: z.strictObject({ id: z.string(), milliseconds: z.number() }),
  reply,
});

/** Notes `id`, after `milliseconds`. */
export const slowCommand = defineCommand({
  name: 'catalog.slowCommand',
  access: access.everyone,
  request: z.strictObject({ id: z.string(), milliseconds: z.number() }),
  reply,
});

export const fail = defineQuery({
  name: 'catalog.fail',
  access: access.everyone,
  request: z.strictObject({ how: z.enum(['domain', 'unknown', 'connection', 'reply']) }),
  reply,
});

/** Nothing answers it. */
export const unanswered = defineQuery({
  name: 'catalog.unanswered',
  access: access.everyone,
  request: z.object({}),
  reply,
});

const errors = {
  domain: new DomainError('NOT_FOUND', { kind: 'disease' }),
  unknown: new Error('something private'),
  connection: Object.assign(new Error('away'), { name: 'MongoNetworkError' }),
  reply: undefined,
};

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What the handlers have begun and done, by the ids of the requests. */
export const begun: string[] = [];
export const done: string[] = [];

const work = async (id: string, milliseconds: number): Promise<void> => {
  begun.push(id);
  await sleep(milliseconds);
  done.push(id);
};

@Controller()
class EchoConsumer {
  @Handles(echo)
  echo({ text }: RequestOf<typeof echo>, { subject, commandId }: MessageContext) {
    return { text, role: subject.role, commandId, undeclared: 'must not leave' };
  }

  @Handles(slowQuery)
  async query({ id, milliseconds }: RequestOf<typeof slowQuery>, context: MessageContext) {
    await work(id, milliseconds);
    return { text: id, role: context.subject.role, commandId: context.commandId };
  }

  @Handles(slowCommand)
  async command({ id, milliseconds }: RequestOf<typeof slowCommand>, context: MessageContext) {
    await work(id, milliseconds);
    return { text: id, role: context.subject.role, commandId: context.commandId };
  }

  @Handles(fail)
  fail({ how }: RequestOf<typeof fail>): ReplyOf<typeof fail> {
    const error = errors[how];
    if (error) throw error;
    // What a mapper with a fault in it would return.
    return { text: 1 } as unknown as ReplyOf<typeof fail>;
  }
}

@Module({
  imports: [ChassisModule.forRoot({ service: 'catalog' })],
  controllers: [EchoConsumer],
})
export class EchoModule {}
