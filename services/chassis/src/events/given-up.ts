import { createHash } from 'node:crypto';
import type { ConsumeMessage, MessagePropertyHeaders } from 'amqplib';
import { z } from 'zod';

/** Counts, in a message, how often it was put back into its queue. */
export const REPLAYS_HEADER = 'x-replays';

/** A message that a service gave up, as its dead-letter queue has it. */
export interface GivenUp {
  /** 24 hex digits, the same however often this death is delivered, another after the next death. */
  id: string;
  service: string;
  content: Buffer;
  messageId: string | undefined;
  contentType: string | undefined;
  type: string | undefined;
  /** RabbitMQ's: `rejected`, `delivery_limit`, `expired`, `maxlen`. */
  reason: string;
  deadAt: Date;
  /** How often it had been put back before. */
  replays: number;
}

// RabbitMQ's own record of a death; `time` is in seconds.
const death = z.object({
  queue: z.string(),
  reason: z.string(),
  count: z.number(),
  time: z.object({ value: z.number() }),
});

const deathOf = (headers: MessagePropertyHeaders | undefined, queue: string) => {
  const deaths = z.array(z.unknown()).catch([]).parse(headers?.['x-death']);
  return deaths
    .flatMap((each) => death.safeParse(each).data ?? [])
    .find((each) => each.queue === queue);
};

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/**
 * Reads a message of the dead-letter queue of `service`, which it came to from `queue`. A message
 * without an id is known by what it says.
 */
export const readGivenUp = (service: string, queue: string, message: ConsumeMessage): GivenUp => {
  const { content, properties } = message;
  const found = deathOf(properties.headers, queue);
  const replays = z.number().int().min(0).catch(0).parse(properties.headers?.[REPLAYS_HEADER]);
  const messageId = text(properties.messageId);
  const known = messageId ?? createHash('sha256').update(content).digest('hex');
  const parts = [queue, known, found?.reason, found?.count, found?.time.value, replays];
  return {
    id: createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24),
    service,
    content,
    messageId,
    contentType: text(properties.contentType),
    type: text(properties.type),
    reason: found?.reason ?? 'unknown',
    deadAt: found ? new Date(found.time.value * 1_000) : new Date(),
    replays,
  };
};
