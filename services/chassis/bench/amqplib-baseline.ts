import { connect } from 'amqplib';
import { calls, type CallName } from './messages.js';

const QUEUE = 'bench.bare';
const REPLY_QUEUE = 'amq.rabbitmq.reply-to';
const EXPIRATION_MS = 5_000;

/** The service on bare amqplib: JSON in, JSON out, nothing checked. */
export const serveAmqplib = async (url: string): Promise<void> => {
  const channel = await (await connect(url, { noDelay: true })).createChannel();
  await channel.assertQueue(QUEUE, { durable: true, autoDelete: true });
  await channel.consume(
    QUEUE,
    (message) => {
      if (!message) return;
      const request: { name: CallName } = JSON.parse(message.content.toString());
      const body = Buffer.from(JSON.stringify(calls[request.name].reply));
      const { replyTo, correlationId } = message.properties;
      channel.sendToQueue(String(replyTo), body, { correlationId: String(correlationId) });
    },
    { noAck: true },
  );
};

/** The caller on bare amqplib, with direct reply-to. */
export const amqplibCaller = async (url: string) => {
  const connection = await connect(url, { noDelay: true });
  const channel = await connection.createChannel();
  const waiting = new Map<string, (reply: unknown) => void>();
  let last = 0;
  await channel.consume(
    REPLY_QUEUE,
    (message) => {
      const id = String(message?.properties.correlationId);
      waiting.get(id)?.(JSON.parse(message?.content.toString() ?? 'null'));
      waiting.delete(id);
    },
    { noAck: true },
  );
  const call = (name: CallName): Promise<unknown> =>
    new Promise((resolve) => {
      const correlationId = String(++last);
      waiting.set(correlationId, resolve);
      const body = Buffer.from(JSON.stringify({ name, request: calls[name].request }));
      channel.sendToQueue(QUEUE, body, {
        correlationId,
        replyTo: REPLY_QUEUE,
        expiration: EXPIRATION_MS,
      });
    });
  return { call, close: () => connection.close() };
};
