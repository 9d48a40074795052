import { createHash } from 'node:crypto';
import type { ConsumeMessage, MessagePropertyHeaders } from 'amqplib';
import { z } from 'zod';

/** Header: how often the message was put back into its queue. */
export const REPLAYS_HEADER = 'x-replays';

/** A message of a dead-letter queue. */
export interface DeadLetterMessage {
  /** 24 hex digits; the same for each delivery of this death, different after the next death. */
  id: string;
  service: string;
  content: Buffer;
  messageId: string | undefined;
  contentType: string | undefined;
  type: string | undefined;
  /** RabbitMQ's reason: `rejected`, `delivery_limit`, `expired`, `maxlen`. */
  reason: string;
  deadAt: Date;
  /** How often it had been replayed before. */
  replays: number;
}

// RabbitMQ's own record of a death; `time` is in seconds.
const death = z.object({
  queue: z.string(),
  reason: z.string(),
  count: z.number(),
  time: z.object({ value: z.number() }),
});

const findDeath = (headers: MessagePropertyHeaders | undefined, queue: string) => {
  const deaths = z.array(z.unknown()).catch([]).parse(headers?.['x-death']);
  return deaths
    .flatMap((each) => death.safeParse(each).data ?? [])
    .find((each) => each.queue === queue);
};

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/**
 * Parses a message of the dead-letter queue of `service` that came from `queue`. A message without an
 * id is identified by its content.
 */
export const parseDeadLetter = (
  service: string,
  queue: string,
  message: ConsumeMessage,
): DeadLetterMessage => {
  const { content, properties } = message;
  const found = findDeath(properties.headers, queue);
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
