import {
  DomainError,
  fromWireError,
  reply as replySchema,
  toFieldFaults,
  type MessageContract,
  type ReplyOf,
  type RequestInput,
} from '@ctdb/contracts';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import { Gate } from '../amqp/gate.js';
import type { AmqpLink, LinkUser } from '../amqp/link.js';
import type { AmqpNames } from '../amqp/names.js';
import type { Metrics } from '../health/metrics.js';
import type { AppLogger } from '../logging/app-logger.js';
import { deadlineOf, type CallContext } from './call-context.js';
import { toDomainError, unavailable } from './error-mapping.js';
import { PendingCalls } from './pending-calls.js';
import { REPLY_QUEUE, RequestSender, type Outgoing } from './request-sender.js';
import type { ServiceTokens } from './service-token.js';

/** What an {@link RpcClient} works with. */
export interface RpcClientParts {
  link: AmqpLink;
  names: AmqpNames;
  tokens: ServiceTokens;
  metrics: Metrics;
  logger: AppLogger;
}

/** How long a call waits for a connection that is just coming back, in milliseconds. */
const CONNECT_PATIENCE_MS = 500;

/** Calls services over RabbitMQ with direct reply-to. */
export class RpcClient implements LinkUser {
  private readonly channel = new Gate<Channel>();
  private readonly pending = new PendingCalls();
  private readonly sender: RequestSender;
  private lastId = 0;

  constructor(private readonly parts: RpcClientParts) {
    this.sender = new RequestSender(parts.names);
  }

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
    const call = { contract, request: parsed.data, context, auth, deadline };
    return this.read(contract, await this.send(channel, call));
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

  private send(channel: Channel, call: Omit<Outgoing, 'correlationId' | 'remaining'>) {
    const remaining = call.deadline - Date.now();
    if (remaining <= 0) throw unavailable();
    const correlationId = String(++this.lastId);
    const answer = this.pending.wait(correlationId, remaining);
    try {
      this.sender.send(channel, { ...call, remaining, correlationId });
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
