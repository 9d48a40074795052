import { once } from 'node:events';
import { hash, randomUUID } from 'node:crypto';
import {
  DomainError,
  fromWireError,
  isPerson,
  type MessageContract,
  reply as replySchema,
  type ReplyOf,
  type RequestHeaders,
  type RequestInput,
  type Subject,
  toFieldErrors,
} from '@ctdb/contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ChannelWrapper } from 'amqp-connection-manager';
import type { Channel, ConsumeMessage, Options } from 'amqplib';
import { AppLogger } from '../logging/app-logger.js';
import { AmqpConnection, consumeQueue } from './connection.js';
import { BusNames, isUserOf, privateQueueOptions } from './topology.js';
import type { MessageContext } from '../context/message-context.js';
import { serviceUnavailable, toDomainError } from '../context/error-mapping.js';
import { ServiceTokens } from './service-token.js';
import { toFailure, Tracing } from '../tracing/tracing.js';

/** Subject and limits of a call. Every `MessageContext` is one. */
export interface CallContext extends Omit<MessageContext, 'deadline' | 'commandId'> {
  /** Milliseconds that the caller waits; default: the contract's own limit. */
  deadlineMs?: number;
  /** Deadline of the caller's own caller, in milliseconds since the epoch. */
  deadline?: number;
}

/** The deadline of a call, in milliseconds since the epoch. */
const computeDeadline = (
  contract: MessageContract,
  { deadlineMs = contract.deadlineMs, deadline = Infinity }: CallContext,
): number => Math.round(Math.min(Date.now() + deadlineMs, deadline));

/**
 * The id of a call. With an Idempotency-Key it is derived from key, message and subject, so that
 * every try of the same command has the same id; without one it is random.
 */
export const getCommandId = (contractName: string, subject: Subject, idempotencyKey?: string) => {
  if (idempotencyKey === undefined) return randomUUID();
  const subjectId = subject.role === 'anonymous' ? '' : subject.id;
  // Replicas of versions without roles know every person as `admin`.
  const role = isPerson(subject) ? 'admin' : subject.role;
  // JSON separates the parts, whatever characters they contain.
  const parts = JSON.stringify([idempotencyKey, contractName, role, subjectId]);
  return hash('sha256', parts);
};

/** How long a call waits for a connection that is coming back. */
const RECONNECT_WAIT_MS = 1_000;

/**
 * Calls services over RabbitMQ. Unlike Nest's client, its calls have deadlines, are not confirmed by the broker,
 * and fail at once when the connection is lost or the queue does not exist.
 */
@Injectable()
export class RpcClient implements OnModuleInit {
  private wrapper: ChannelWrapper | undefined;
  private rawChannel: Channel | undefined;
  private lastId = 0;
  /** Takes the replies of calls by their ids; `undefined` where there will be none. */
  private readonly waiting = new Map<string, (body?: Buffer) => void>();
  /** Receives the replies; another one for each connection. */
  private privateQueue = '';
  // amqplib makes the headers the prototype of another object, which is slow for an object that has
  // not been a prototype before. All messages share this one; it is encoded before the next use.
  private readonly headers: RequestHeaders = {
    auth: '',
    requestId: '',
    traceparent: '',
    locale: 'en',
    deadline: 0,
    idempotencyKey: undefined,
  };

  constructor(
    private readonly connection: AmqpConnection,
    private readonly names: BusNames,
    private readonly tokens: ServiceTokens,
    private readonly logger: AppLogger,
    private readonly tracing: Tracing,
  ) {}

  /** Opens the channel of requests and replies on the process's connection. */
  onModuleInit(): void {
    this.wrapper = this.connection.openChannel((channel) => this.setupChannel(channel));
    // One listener for each call that waits for the connection.
    this.wrapper.setMaxListeners(0);
  }

  /** Consumes the replies; called for each new connection. */
  private async setupChannel(channel: Channel): Promise<void> {
    channel.once('close', () => {
      this.rawChannel = undefined;
      for (const id of this.waiting.keys()) this.settle(id);
    });
    // No queue of that name: the service has never run here.
    channel.on('return', ({ properties }) => this.settle(properties.correlationId));
    const queue = this.names.privateQueue(this.connection.user);
    await channel.assertQueue(queue, privateQueueOptions);
    await channel.bindQueue(queue, this.names.replies, queue);
    const onReply = ({ properties, content }: ConsumeMessage): void => {
      const [called = ''] = String(properties.correlationId).split(' ', 1);
      // RabbitMQ has checked the sender's user.
      if (isUserOf(called, properties.userId)) this.settle(properties.correlationId, content);
      else this.logger.warn('reply ignored: not of the service that was called');
    };
    await consumeQueue(channel, queue, onReply, { noAck: true });
    this.privateQueue = queue;
    this.rawChannel = channel;
  }

  /**
   * Sends `request` to the service that answers `contract`, and resolves with its parsed reply.
   * Rejects with a `DomainError`: the service's own, `VALIDATION_FAILED` for an invalid request (it is
   * not sent), `SERVICE_UNAVAILABLE` without an answer within the deadline or without a broker. The
   * work may have been done then: repeat commands with the same `idempotencyKey`.
   */
  async call<C extends MessageContract>(
    contract: C,
    request: RequestInput<C>,
    context: CallContext,
  ): Promise<ReplyOf<C>> {
    const { name } = contract;
    const span = this.tracing.startSpan({ name, kind: 'client' }, context.traceparent);
    const own = span ? { ...context, traceparent: span.traceparent } : context;
    try {
      const answer = await this.exchange(contract, request, own);
      span?.end();
      return answer;
    } catch (error) {
      const known = toDomainError(error, this.logger, `the call ${name} failed`);
      span?.end({ failure: toFailure(known.code) });
      throw known;
    }
  }

  private async exchange<C extends MessageContract>(
    contract: C,
    request: RequestInput<C>,
    context: CallContext,
  ): Promise<ReplyOf<C>> {
    const parsed = contract.request.safeParse(request, { reportInput: true });
    if (!parsed.success) {
      throw new DomainError('VALIDATION_FAILED', { faults: toFieldErrors(parsed.error) });
    }
    const deadline = computeDeadline(contract, context);
    const token = this.tokens.sign(context.subject, contract.service);
    const auth = typeof token === 'string' ? token : await token;
    if (!this.rawChannel) await this.waitForConnection(deadline);
    const remainingMs = deadline - Date.now();
    if (remainingMs <= 0 || !this.connection.acceptsMessages) throw serviceUnavailable();
    const { requestId, traceparent, locale, idempotencyKey } = context;
    Object.assign(this.headers, { auth, requestId, traceparent, locale, deadline, idempotencyKey });
    const id = `${contract.service} ${++this.lastId}`;
    const body = this.waitForReply(id, remainingMs);
    this.send(contract, parsed.data, {
      correlationId: id,
      messageId:
        contract.kind === 'command'
          ? getCommandId(contract.name, context.subject, idempotencyKey)
          : id,
      expiration: remainingMs,
    });
    return this.parseReply(contract, await body);
  }

  /** Resolves with the body of the reply; rejects if none comes within `remainingMs`. */
  private waitForReply(id: string, remainingMs: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.settle(id), remainingMs);
      this.waiting.set(id, (body) => {
        clearTimeout(timer);
        if (body) resolve(body);
        else reject(serviceUnavailable());
      });
    });
  }

  /** Sends a request with {@link headers}. */
  private send(
    { name, kind, service }: MessageContract,
    request: unknown,
    properties: Options.Publish,
  ): void {
    const queue = kind === 'command' ? this.names.commands(service) : this.names.queries(service);
    try {
      this.rawChannel?.publish(this.names.calls, queue, Buffer.from(JSON.stringify(request)), {
        ...properties,
        type: name,
        replyTo: this.privateQueue,
        userId: this.connection.user,
        mandatory: true,
        headers: this.headers,
      });
    } catch (error) {
      this.logger.debug('sending a request failed: channel closed', error);
      this.settle(properties.correlationId);
    }
  }

  private async waitForConnection(deadline: number): Promise<void> {
    const waitMs = Math.max(0, Math.min(RECONNECT_WAIT_MS, deadline - Date.now()));
    const signal = AbortSignal.timeout(waitMs);
    if (this.wrapper) await once(this.wrapper, 'connect', { signal }).catch(() => undefined);
    if (!this.rawChannel) throw serviceUnavailable();
  }

  /** Ends the wait of a call. A reply that comes after the deadline ends none. */
  private settle(id: unknown, body?: Buffer): void {
    const take = this.waiting.get(String(id));
    this.waiting.delete(String(id));
    take?.(body);
  }

  private parseReply<C extends MessageContract>(contract: C, body: Buffer): ReplyOf<C> {
    const answer = replySchema.parse(JSON.parse(body.toString()));
    if (!answer.ok) throw fromWireError(answer.error);
    const parsed = contract.reply.safeParse(answer.data);
    if (parsed.success) return parsed.data as ReplyOf<C>;
    const errors = parsed.error.issues.map(({ path, code }) => `${path.join('.')}: ${code}`);
    this.logger.error('reply failed contract validation', { contract: contract.name, errors });
    throw new DomainError('INTERNAL_ERROR');
  }
}
