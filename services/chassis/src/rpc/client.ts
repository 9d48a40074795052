import {
  DomainError,
  fromWireError,
  reply as replySchema,
  toFieldFaults,
  type Locale,
  type MessageContract,
  type ReplyOf,
  type RequestHeaders,
  type RequestInput,
  type Subject,
} from '@ctdb/contracts';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import { Gate } from '../amqp/gate.js';
import type { AmqpLink, LinkUser } from '../amqp/link.js';
import type { AmqpNames } from '../amqp/names.js';
import type { Metrics } from '../health/metrics.js';
import type { AppLogger } from '../logging/app-logger.js';
import { commandIdOf } from './command-id.js';
import { toDomainError, unavailable } from './error-mapping.js';
import { PendingCalls } from './pending-calls.js';
import type { ServiceTokens } from './service-token.js';

/** On whose behalf, and within what, a call is made. A `MessageContext` is one. */
export interface CallContext {
  subject: Subject;
  requestId: string;
  traceparent: string;
  locale: Locale;
  idempotencyKey?: string;
  /** Milliseconds that the caller waits; the contract's own limit without it. */
  deadlineMs?: number;
  /** Moment (milliseconds since the epoch) when the caller's own caller gives up. */
  deadline?: number;
}

/** What an {@link RpcClient} works with. */
export interface RpcClientParts {
  link: AmqpLink;
  names: AmqpNames;
  tokens: ServiceTokens;
  metrics: Metrics;
  logger: AppLogger;
}

const REPLY_QUEUE = 'amq.rabbitmq.reply-to';
/** How long a call waits for a connection that is just coming back, in milliseconds. */
const CONNECT_PATIENCE_MS = 500;

/** Calls services over RabbitMQ with direct reply-to. */
export class RpcClient implements LinkUser {
  private readonly channel = new Gate<Channel>();
  private readonly pending = new PendingCalls();
  private lastId = 0;

  constructor(private readonly parts: RpcClientParts) {}

  /**
   * Sends `request` to the service that answers `contract`, and resolves with its parsed reply.
   * Rejects with a `DomainError`: the service's own, `VALIDATION_FAILED` for a request that does not
   * fit (nothing is sent), `SERVICE_UNAVAILABLE` when there is no answer within the deadline or the
   * broker is away (the work may have been done: repeat commands with the same `idempotencyKey`).
   */
  async call<C extends MessageContract>(
    contract: C,
    request: RequestInput<C>,
    context: CallContext,
  ): Promise<ReplyOf<C>> {
    const start = performance.now();
    let outcome = 'ok';
    try {
      return await this.exchange(contract, request, context);
    } catch (error) {
      const known = toDomainError(error, this.parts.logger, `the call ${contract.name} failed`);
      outcome = known.code;
      throw known;
    } finally {
      const seconds = (performance.now() - start) / 1_000;
      this.parts.metrics.rpcClient.observe({ command: contract.name, outcome }, seconds);
    }
  }

  /** @inheritdoc */
  async attach(connection: ChannelModel): Promise<void> {
    const channel = await this.parts.link.channel(connection);
    await channel.consume(REPLY_QUEUE, (message) => this.onReply(connection, message), {
      noAck: true,
    });
    // No queue of that name: the service has never run here.
    channel.on('return', (message) => this.pending.fail(String(message.properties.correlationId)));
    this.channel.open(channel);
  }

  /** @inheritdoc */
  detach(): void {
    this.channel.close();
    this.pending.failAll();
  }

  private async exchange<C extends MessageContract>(
    contract: C,
    request: RequestInput<C>,
    context: CallContext,
  ): Promise<ReplyOf<C>> {
    const parsed = contract.request.safeParse(request, { reportInput: true });
    if (!parsed.success) {
      throw new DomainError('VALIDATION_FAILED', { faults: toFieldFaults(parsed.error) });
    }
    const deadline = deadlineOf(contract, context);
    const token = this.parts.tokens.sign(context.subject, contract.service);
    const auth = typeof token === 'string' ? token : await token;
    const channel = await this.connected(deadline);
    return this.read(
      contract,
      await this.send(channel, contract, parsed.data, context, deadline, auth),
    );
  }

  /** The channel; rejects when the broker stays away, or takes no messages. */
  private async connected(deadline: number): Promise<Channel> {
    if (this.parts.link.isRefusing) throw unavailable();
    if (this.channel.value) return this.channel.value;
    const patience = Math.min(CONNECT_PATIENCE_MS, deadline - Date.now());
    const channel = await this.channel.wait(Math.max(0, patience));
    if (!channel) throw unavailable();
    return channel;
  }

  private send(
    channel: Channel,
    contract: MessageContract,
    request: unknown,
    context: CallContext,
    deadline: number,
    auth: string,
  ): Promise<Buffer> {
    const remaining = deadline - Date.now();
    if (remaining <= 0) throw unavailable();
    const { requestId, traceparent, locale, idempotencyKey } = context;
    const headers: RequestHeaders = { auth, requestId, traceparent, locale, deadline };
    if (idempotencyKey !== undefined) headers.idempotencyKey = idempotencyKey;
    const isCommand = contract.kind === 'command';
    const { names } = this.parts;
    const queue = isCommand ? names.commands(contract.service) : names.queries(contract.service);
    const correlationId = String(++this.lastId);
    const answer = this.pending.wait(correlationId, remaining);
    try {
      channel.sendToQueue(queue, Buffer.from(JSON.stringify(request)), {
        type: contract.name,
        correlationId,
        replyTo: REPLY_QUEUE,
        messageId: isCommand
          ? commandIdOf(contract.name, context.subject, idempotencyKey)
          : correlationId,
        expiration: remaining,
        mandatory: true,
        headers,
      });
    } catch (error) {
      this.parts.logger.debug('a call could not be sent', error);
      this.pending.fail(correlationId);
    }
    return answer;
  }

  private read<C extends MessageContract>(contract: C, body: Buffer): ReplyOf<C> {
    const answer = replySchema.parse(JSON.parse(body.toString()));
    if (!answer.ok) throw fromWireError(answer.error);
    const parsed = contract.reply.safeParse(answer.data);
    if (parsed.success) return parsed.data as ReplyOf<C>;
    const faults = parsed.error.issues.map(({ path, code }) => `${path.join('.')}: ${code}`);
    this.parts.logger.error('a reply does not fit its contract', {
      contract: contract.name,
      faults,
    });
    throw new DomainError('INTERNAL_ERROR');
  }

  private onReply(connection: ChannelModel, message: ConsumeMessage | null): void {
    if (message) this.pending.answer(String(message.properties.correlationId), message.content);
    else void this.parts.link.reset(connection, 'replies are not delivered any more');
  }
}

const deadlineOf = (contract: MessageContract, context: CallContext): number =>
  Math.round(
    Math.min(
      Date.now() + (context.deadlineMs ?? contract.deadlineMs),
      context.deadline ?? Number.POSITIVE_INFINITY,
    ),
  );
