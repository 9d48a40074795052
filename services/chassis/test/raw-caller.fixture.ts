import { randomUUID } from 'node:crypto';
import { connect, type Options } from 'amqplib';
import { BusNames } from '../src/index.js';
import type { TestEnv } from '../src/testing/index.js';

const QUIET_MS = 2_000;

/** Sends what our own client never would; resolves with the reply, or `undefined` when none comes. */
export const rawCaller = async (env: TestEnv) => {
  const connection = await connect(env.RABBITMQ_URL);
  env.onEnd(() => connection.close());
  const channel = await connection.createChannel();
  const waiting = new Map<string, (reply: unknown) => void>();
  const names = new BusNames(env.MESSAGE_NAMESPACE);
  const userId = decodeURIComponent(new URL(env.RABBITMQ_URL).username);
  const replyTo = names.privateQueue(userId);
  await channel.assertQueue(replyTo, { exclusive: true });
  await channel.bindQueue(replyTo, names.replies, replyTo);
  await channel.consume(
    replyTo,
    (message) => {
      if (!message) return;
      const id = String(message.properties.correlationId);
      waiting.get(id)?.(JSON.parse(message.content.toString()));
    },
    { noAck: true },
  );
  return (body: Buffer | string, options: Options.Publish): Promise<unknown> =>
    new Promise((resolve) => {
      const correlationId = randomUUID();
      waiting.set(correlationId, resolve);
      setTimeout(() => resolve(undefined), QUIET_MS).unref();
      const properties = { correlationId, replyTo, userId, ...options };
      channel.sendToQueue(names.queries('catalog'), Buffer.from(body), properties);
    });
};
