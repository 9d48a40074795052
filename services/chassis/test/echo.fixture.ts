import { Controller, Module } from '@nestjs/common';
import { defineCommand, defineQuery, DomainError } from '@ctdb/contracts';
import { z } from 'zod';
import { ChassisModule, Handles, type MessageContext } from '../src/index.js';

const text = z.strictObject({ text: z.string().max(100) });
const reply = z.object({ text: z.string(), role: z.string(), commandId: z.string() });

export const echo = defineQuery({ name: 'catalog.echo', request: text, reply });
export const store = defineCommand({ name: 'catalog.store', request: text, reply });
export const fail = defineQuery({
  name: 'catalog.fail',
  request: z.strictObject({ how: z.enum(['domain', 'unknown', 'connection', 'reply']) }),
  reply,
});

const thrown = {
  domain: () => new DomainError('NOT_FOUND', { kind: 'disease' }),
  unknown: () => new Error('something private'),
  connection: () => Object.assign(new Error('away'), { name: 'MongoNetworkError' }),
  reply: () => undefined,
};

@Controller()
export class EchoConsumer {
  @Handles(echo)
  echo({ text }: z.output<typeof echo.request>, { subject, commandId }: MessageContext) {
    return { text, role: subject.role, commandId, undeclared: 'secret' };
  }

  @Handles(store)
  async store({ text }: z.output<typeof store.request>, { subject, commandId }: MessageContext) {
    return { text, role: subject.role, commandId };
  }

  @Handles(fail)
  fail({ how }: z.output<typeof fail.request>): z.output<typeof reply> {
    const error = thrown[how]();
    if (error) throw error;
    return { text: 'x' } as z.output<typeof reply>;
  }
}

@Module({
  imports: [ChassisModule.forRoot({ service: 'catalog' })],
  controllers: [EchoConsumer],
})
export class EchoModule {}
