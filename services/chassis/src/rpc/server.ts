import type { Reply } from '@ctdb/contracts';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import { Consumption } from '../amqp/consumption.js';
import type { AmqpLink, LinkUser } from '../amqp/link.js';
import type { AmqpNames } from '../amqp/names.js';
import type { Metrics } from '../health/metrics.js';
import type { AppLogger } from '../logging/app-logger.js';
import { InFlight } from '../process/in-flight.js';
import { Answerer } from './answer.js';
import type { RpcHandler } from './handler.js';
import { Once } from './once.js';
import { QueryLimit } from './query-limit.js';
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

/** Commands that one process works on at a time; others stay with the broker. */
const COMMANDS_AT_A_TIME = 32;
/** Queries that one process works on at a time; others wait in it, and are dropped when too old. */
const QUERIES_AT_A_TIME = 256;

/** Answers the queries and commands of one service. */
export class RpcServer implements LinkUser {
  private readonly handlers = new Map<string, RpcHandler>();
  private readonly inFlight = new InFlight();
  private readonly queryLimit = new QueryLimit(QUERIES_AT_A_TIME);
  private readonly commandsOnce = new Once<Reply>();
  private readonly answerer: Answerer;
  private consumptions: Consumption[] = [];
  private isDraining = false;

  constructor(private readonly parts: RpcServerParts) {
    this.answerer = new Answerer(parts);
  }

  /** Adds the method that answers a message; before {@link start}. */
  add(handler: RpcHandler): void {
    this.handlers.set(handler.contract.name, handler);
  }

  /** Starts consuming, now or when the broker can be reached. */
  async start(): Promise<void> {
    if (this.handlers.size > 0) await this.parts.link.use(this);
  }

  /** Takes no more messages, finishes what it has begun; `false` when that took too long. */
  async drain(milliseconds: number): Promise<boolean> {
    this.isDraining = true;
    const consumptions = this.consumptions.splice(0);
    await Promise.all(consumptions.map((consumption) => consumption.cancel()));
    const isDone = await this.inFlight.drained(milliseconds);
    await Promise.all(consumptions.map((consumption) => consumption.flush()));
    return isDone;
  }

  /** @inheritdoc */
  async attach(connection: ChannelModel): Promise<void> {
    if (this.isDraining) return;
    const { link, names, service } = this.parts;
    const queries = await link.channel(connection);
    await queries.assertQueue(names.queries(service), { durable: true });
    const commands = await link.channel(connection);
    await commands.assertQueue(names.commands(service), { durable: true });
    await commands.prefetch(COMMANDS_AT_A_TIME);
    this.consumptions = [
      await Consumption.start(link, connection, queries, {
        queue: names.queries(service),
        noAck: true,
        take: (message) => this.query(queries, message),
      }),
      await Consumption.start(link, connection, commands, {
        queue: names.commands(service),
        noAck: false,
        take: (message) => this.command(commands, message),
      }),
    ];
  }

  /** @inheritdoc */
  detach(): void {
    this.consumptions = [];
  }

  private query(channel: Channel, message: ConsumeMessage): void {
    const handler = this.handlerOf(message);
    const answer = (): Promise<Reply> => this.answerer.answer(message, handler);
    void this.inFlight.track(() =>
      this.queryLimit.run(() => this.work(channel, message, handler, answer)),
    );
  }

  private command(channel: Channel, message: ConsumeMessage): void {
    const handler = this.handlerOf(message);
    const { replyTo, correlationId } = message.properties;
    // The broker makes `replyTo` unique for each caller's channel.
    const answer = (): Promise<Reply> =>
      this.commandsOnce.do(`${String(replyTo)} ${String(correlationId)}`, () =>
        this.answerer.answer(message, handler),
      );
    void this.inFlight.track(async () => {
      await this.work(channel, message, handler, answer);
      this.send(() => channel.ack(message));
    });
  }

  private handlerOf(message: ConsumeMessage): RpcHandler | undefined {
    return this.handlers.get(String(message.properties.type));
  }

  private async work(
    channel: Channel,
    message: ConsumeMessage,
    handler: RpcHandler | undefined,
    answer: () => Promise<Reply>,
  ): Promise<void> {
    const start = performance.now();
    const deadline = Number(message.properties.headers?.['deadline']);
    const isOver = (): boolean => deadline <= Date.now();
    // Nobody waits for it any more.
    if (isOver()) return this.note(handler, 'expired', start);
    const reply = await answer();
    if (isOver()) return this.note(handler, 'late', start);
    const { replyTo, correlationId } = message.properties;
    this.send(() =>
      channel.sendToQueue(String(replyTo), Buffer.from(JSON.stringify(reply)), {
        correlationId: String(correlationId),
      }),
    );
    this.note(handler, reply.ok ? 'ok' : reply.error.code, start);
  }

  private note(handler: RpcHandler | undefined, outcome: string, start: number): void {
    const command = handler?.contract.name ?? 'unknown';
    const milliseconds = performance.now() - start;
    this.parts.metrics.rpcServer.observe({ command, outcome }, milliseconds / 1_000);
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
