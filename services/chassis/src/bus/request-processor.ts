import { LRUCache } from 'lru-cache';
import { DomainError, type MessageContract, type Reply } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { MessageHandler } from '@nestjs/microservices';
import type { Channel, ConsumeMessage } from 'amqplib';
import { CHASSIS_OPTIONS, type ChassisOptions } from '../chassis.options.js';
import { type MessageContext, runInContext } from '../context/message-context.js';
import { Metrics } from '../health/metrics.js';
import { AppLogger } from '../logging/app-logger.js';
import { toDomainError, toWireError } from '../context/error-mapping.js';
import { AmqpConnection } from './connection.js';
import { getContract, runHandler } from './handlers.js';
import { parseContext, parseHeaders, parseRequest, type Verifier } from './request.js';
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

  private readonly verifier: Verifier;

  constructor(
    @Inject(CHASSIS_OPTIONS) { service }: ChassisOptions,
    tokens: ServiceTokens,
    private readonly connection: AmqpConnection,
    private readonly names: BusNames,
    private readonly metrics: Metrics,
    private readonly logger: AppLogger,
    private readonly tracing: Tracing,
  ) {
    this.verifier = { service, tokens };
  }

  /** Never rejects. An expired message is dropped, and a reply that comes too late is not sent. */
  async process(message: ConsumeMessage, channel: Channel, handler: Handler): Promise<void> {
    const start = performance.now();
    const outcome = isExpired(message) ? 'expired' : await this.answer(message, channel, handler);
    const command = getContract(handler)?.name ?? 'unknown';
    this.metrics.rpcServer.observe({ command, outcome }, (performance.now() - start) / 1_000);
  }

  private async answer(
    message: ConsumeMessage,
    channel: Channel,
    handler: Handler,
  ): Promise<string> {
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
    if (getContract(handler)?.kind !== 'command') return this.run(message, handler);
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
    try {
      const headers = parseHeaders(message);
      if (!headers) throw new DomainError('FORBIDDEN');
      const context = await parseContext(message, headers, getContract(handler), this.verifier);
      const span = this.tracing.startSpan({ name: type, kind: 'server' }, headers.traceparent);
      if (span) context.traceparent = span.traceparent;
      const work = () => this.runHandler(type, message, handler, context);
      const reply = await runInContext(context, work);
      span?.end({ failure: reply.ok ? undefined : toFailure(reply.error.code) });
      return reply;
    } catch (error) {
      this.logger.warn('message rejected: its sender may not send it', { type }, error);
      return this.toFailure(type, error);
    }
  }

  private async runHandler(
    type: string,
    message: ConsumeMessage,
    handler: Handler,
    context: MessageContext,
  ): Promise<Reply> {
    const contract = getContract(handler);
    try {
      if (!handler || !contract) throw new Error('no handler registered');
      const request = parseRequest(contract, message.content);
      const data = parseReply(contract, await runHandler(handler, request, context));
      this.logOutcome(contract, 'ok');
      return { ok: true, data };
    } catch (error) {
      const failure = this.toFailure(type, error);
      if (contract) this.logOutcome(contract, failure.error.code);
      return failure;
    }
  }

  /** Logs one line per message: commands at `info`, queries at `debug`. */
  private logOutcome({ name, kind }: MessageContract, outcome: string): void {
    this.logger[kind === 'command' ? 'info' : 'debug']('answered', { type: name, outcome });
  }

  private toFailure(type: string, error: unknown): Extract<Reply, { ok: false }> {
    const known = toDomainError(error, this.logger, `the message ${type} failed`);
    return { ok: false, error: toWireError(known) };
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
