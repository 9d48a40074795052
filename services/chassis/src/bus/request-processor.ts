import { LRUCache } from 'lru-cache';
import type { MessageContract, Reply } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { MessageHandler } from '@nestjs/microservices';
import type { Channel, ConsumeMessage } from 'amqplib';
import { CHASSIS_OPTIONS, type ChassisOptions } from '../chassis.options.js';
import { type MessageContext, runInContext } from '../context/message-context.js';
import { childTraceparent } from '../context/trace-context.js';
import { Metrics } from '../health/metrics.js';
import { AppLogger } from '../logging/app-logger.js';
import { toDomainError } from '../context/error-mapping.js';
import { AmqpConnection } from './connection.js';
import { getExtras, runHandler } from './handlers.js';
import { parseContext, parseRequest } from './request.js';
import { ServiceTokens } from './service-token.js';
import { BusNames } from './topology.js';
import { toFailure, Tracing } from '../tracing/tracing.js';

type Handler = MessageHandler | undefined;

/** More than the commands that run at a time, so that running work is always found. */
const MAX_CACHED_REPLIES = 256;

/** Answers messages: checks them, calls their handlers, sends the replies. */
@Injectable()
export class RequestProcessor {
  /** Replies to commands by caller and call. */
  private readonly replies = new LRUCache<string, Promise<Reply>>({ max: MAX_CACHED_REPLIES });

  constructor(
    @Inject(CHASSIS_OPTIONS) private readonly chassis: ChassisOptions,
    private readonly tokens: ServiceTokens,
    private readonly connection: AmqpConnection,
    private readonly names: BusNames,
    private readonly metrics: Metrics,
    private readonly logger: AppLogger,
    private readonly tracing: Tracing,
  ) {}

  /** Never rejects. An expired message is dropped, and a reply that comes too late is not sent. */
  async process(message: ConsumeMessage, channel: Channel, handler: Handler): Promise<void> {
    const start = performance.now();
    const outcome = isExpired(message) ? 'expired' : await this.answer(message, channel, handler);
    const command = getExtras(handler).contract?.name ?? 'unknown';
    this.metrics.rpcServer.observe({ command, outcome }, (performance.now() - start) / 1_000);
  }

  private async answer(message: ConsumeMessage, channel: Channel, handler: Handler) {
    const reply = await this.getReply(message, handler);
    if (isExpired(message)) return 'late';
    const { replyTo, correlationId, userId } = message.properties;
    const to = String(replyTo);
    // Another process does not wait for it, and RabbitMQ closes a channel that publishes what it may not.
    if (!this.names.isPrivateQueue(to, userId)) return 'unanswerable';
    try {
      channel.publish(this.names.replies, to, Buffer.from(JSON.stringify(reply)), {
        correlationId: String(correlationId),
        userId: this.connection.user,
      });
    } catch (error) {
      this.logger.warn('sending a reply failed: channel closed', error);
    }
    return reply.ok ? 'ok' : reply.error.code;
  }

  /**
   * Runs a command once. RabbitMQ redelivers a command whose connection was cut, possibly to the
   * process that still works on it. A query may run twice.
   */
  private getReply(message: ConsumeMessage, handler: Handler): Promise<Reply> {
    if (getExtras(handler).contract?.kind !== 'command') return this.run(message, handler);
    const { replyTo, correlationId } = message.properties;
    // `replyTo` is another one for each connection of each caller.
    const key = `${String(replyTo)} ${String(correlationId)}`;
    let reply = this.replies.get(key);
    if (!reply) this.replies.set(key, (reply = this.run(message, handler)));
    return reply;
  }

  /** Never rejects: every error becomes the reply's error. */
  private async run(message: ConsumeMessage, handler: Handler): Promise<Reply> {
    const type = String(message.properties.type);
    const verify = (token: string) => this.tokens.verify(token, this.chassis.service);
    let context: MessageContext;
    try {
      context = await parseContext(message, getExtras(handler).contract, verify);
    } catch (error) {
      this.logger.warn('message rejected: its sender may not send it', { type }, error);
      return this.toFailure(type, error);
    }
    const span = this.tracing.startSpan({ name: type, kind: 'server' }, context.traceparent);
    context.traceparent = span?.traceparent ?? childTraceparent(context.traceparent);
    const work = () => this.runHandler(type, message, handler, context);
    const reply = await runInContext(context, work);
    span?.end({ failure: reply.ok ? undefined : toFailure(reply.error.code) });
    return reply;
  }

  private async runHandler(
    type: string,
    message: ConsumeMessage,
    handler: Handler,
    context: MessageContext,
  ): Promise<Reply> {
    const { contract } = getExtras(handler);
    let reply: Reply;
    try {
      if (!handler || !contract) throw new Error('no handler registered');
      const request = parseRequest(contract, message.content);
      reply = { ok: true, data: parseReply(contract, await runHandler(handler, request, context)) };
    } catch (error) {
      reply = this.toFailure(type, error);
    }
    const level = contract?.kind === 'command' ? 'info' : 'debug';
    this.logger[level]('answered', { type, outcome: reply.ok ? 'ok' : reply.error.code });
    return reply;
  }

  private toFailure(type: string, error: unknown): Extract<Reply, { ok: false }> {
    const { code, params } = toDomainError(error, this.logger, `the message ${type} failed`);
    return { ok: false, error: { code, params: { ...params } } };
  }
}

/** Whether the deadline has passed, so that the caller does not wait any more. */
const isExpired = (message: ConsumeMessage): boolean =>
  Number(message.properties.headers?.['deadline']) <= Date.now();

/** Parses a reply by its contract, so that undeclared fields never leave the service. */
const parseReply = (contract: MessageContract, result: unknown = {}): unknown => {
  const parsed = contract.reply.safeParse(result);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(({ path, code }) => `${path.join('.')}: ${code}`);
  throw new Error(`reply of ${contract.name} failed contract validation: ${errors.join(', ')}`);
};
