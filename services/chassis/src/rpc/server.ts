import { DomainError, type MessageContract, type Reply } from '@ctdb/contracts';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { AmqpLink, LinkUser } from '../amqp/link.js';
import type { AmqpNames } from '../amqp/names.js';
import { runInContext } from '../context/message-context.js';
import type { Metrics } from '../health/metrics.js';
import type { AppLogger } from '../logging/app-logger.js';
import { InFlight } from '../process/in-flight.js';
import { toDomainError, toWireError } from './error-mapping.js';
import { runHandler, type RpcHandler } from './handler.js';
import { contextOf, headersOf, requestOf } from './request.js';
import type { ServiceTokens } from './service-token.js';

/** What an {@link RpcServer} works with. */
export interface RpcServerParts {
  service: string;
  link: AmqpLink;
  names: AmqpNames;
  tokens: ServiceTokens;
  metrics: Metrics;
  logger: AppLogger;
}

/** Commands that one process works on at a time. */
const COMMAND_PREFETCH = 32;

interface Consumer {
  channel: Channel;
  tag: string;
}

/** Answers the queries and commands of one service. */
export class RpcServer implements LinkUser {
  private readonly handlers = new Map<string, RpcHandler>();
  private readonly inFlight = new InFlight();
  private consumers: Consumer[] = [];
  private isDraining = false;

  constructor(private readonly parts: RpcServerParts) {}

  /** Adds the method that answers a message; before {@link start}. */
  add(handler: RpcHandler): void {
    this.handlers.set(handler.contract.name, handler);
  }

  /** Starts consuming, now or when the broker can be reached. */
  async start(): Promise<void> {
    if (this.handlers.size > 0) await this.parts.link.use(this);
  }

  /** Takes no more messages, and finishes what it has begun; `false` when that took too long. */
  async drain(milliseconds: number): Promise<boolean> {
    this.isDraining = true;
    const consumers = this.consumers.splice(0);
    // A channel that is gone delivers nothing either.
    await Promise.allSettled(consumers.map(({ channel, tag }) => channel.cancel(tag)));
    return this.inFlight.drained(milliseconds);
  }

  /** @inheritdoc */
  async attach(connection: ChannelModel): Promise<void> {
    if (this.isDraining) return;
    const { names, service } = this.parts;
    this.consumers = [
      await this.consume(connection, names.queries(service), false),
      await this.consume(connection, names.commands(service), true),
    ];
  }

  /** @inheritdoc */
  detach(): void {
    this.consumers = [];
  }

  private async consume(
    connection: ChannelModel,
    queue: string,
    acknowledges: boolean,
  ): Promise<Consumer> {
    const channel = await this.parts.link.channel(connection);
    await channel.assertQueue(queue, { durable: true });
    if (acknowledges) await channel.prefetch(COMMAND_PREFETCH);
    const take = (message: ConsumeMessage | null): void => {
      if (!message) {
        void this.parts.link.reset(connection, `the queue ${queue} is not delivered any more`);
        return;
      }
      void this.inFlight.track(async () => {
        await this.work(channel, message);
        if (acknowledges) this.send(() => channel.ack(message));
      });
    };
    const { consumerTag } = await channel.consume(queue, take, { noAck: !acknowledges });
    return { channel, tag: consumerTag };
  }

  private async work(channel: Channel, message: ConsumeMessage): Promise<void> {
    const stopTimer = this.parts.metrics.rpcServer.startTimer();
    const handler = this.handlers.get(String(message.properties.type));
    const stop = (outcome: string): void => {
      stopTimer({ command: handler?.contract.name ?? 'unknown', outcome });
    };
    const deadline = Number(message.properties.headers?.['deadline']);
    // Nobody waits for it any more.
    if (deadline <= Date.now()) return stop('expired');
    const answer = await this.answer(message, handler);
    if (deadline <= Date.now()) return stop('late');
    this.send(() =>
      channel.sendToQueue(String(message.properties.replyTo), Buffer.from(JSON.stringify(answer)), {
        correlationId: String(message.properties.correlationId),
        contentType: 'application/json',
      }),
    );
    stop(answer.ok ? 'ok' : answer.error.code);
  }

  private async answer(message: ConsumeMessage, handler?: RpcHandler): Promise<Reply> {
    const { logger, service, tokens } = this.parts;
    const type = String(message.properties.type);
    try {
      const headers = headersOf(message);
      if (!headers) throw new DomainError('FORBIDDEN');
      const context = await contextOf(message, headers, tokens, service);
      return await runInContext(context, () => this.run(type, message, handler, context));
    } catch (error) {
      const known = toDomainError(error, logger, `the message ${type} failed`);
      if (known.code === 'FORBIDDEN') logger.warn('a message was refused', { type });
      return { ok: false, error: toWireError(known) };
    }
  }

  private async run(
    type: string,
    message: ConsumeMessage,
    handler: RpcHandler | undefined,
    context: object,
  ): Promise<Reply> {
    try {
      if (!handler) throw new Error(`nothing here answers ${type}`);
      const request = requestOf(handler.contract, message.content);
      const result = await runHandler(handler.run, request, context);
      return { ok: true, data: stripped(handler.contract, result) };
    } catch (error) {
      const known = toDomainError(error, this.parts.logger, `the message ${type} failed`);
      return { ok: false, error: toWireError(known) };
    }
  }

  /** What cannot be sent is lost with its channel: the caller is told, or the broker redelivers. */
  private send(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.parts.logger.warn('an answer could not be sent', error);
    }
  }
}

/** The reply as its contract has it: undeclared fields never leave the service. */
const stripped = (contract: MessageContract, result: unknown): unknown => {
  const parsed = contract.reply.safeParse(result);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, code }) => `${path.join('.')}: ${code}`);
  throw new Error(`the reply of ${contract.name} does not fit its contract: ${faults.join(', ')}`);
};
