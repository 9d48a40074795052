import { DomainError, type MessageContract, type Reply } from '@ctdb/contracts';
import type { ConsumeMessage } from 'amqplib';
import { runInContext, type MessageContext } from '../context/message-context.js';
import type { AppLogger } from '../logging/app-logger.js';
import { toDomainError, toWireError } from './error-mapping.js';
import { runHandler, type RpcHandler } from './handler.js';
import { contextOf, headersOf, requestOf } from './request.js';
import type { ServiceTokens } from './service-token.js';

/** What {@link Answerer} works with. */
export interface AnswererParts {
  service: string;
  tokens: ServiceTokens;
  logger: AppLogger;
}

/** Turns a message into its reply: checks it, calls the handler, maps what it throws. */
export class Answerer {
  constructor(private readonly parts: AnswererParts) {}

  /** Never rejects: whatever goes wrong becomes the reply's error. */
  async answer(message: ConsumeMessage, handler: RpcHandler | undefined): Promise<Reply> {
    const { logger, service, tokens } = this.parts;
    const type = String(message.properties.type);
    try {
      const headers = headersOf(message);
      if (!headers) throw new DomainError('FORBIDDEN');
      const context = await contextOf(message, headers, tokens, service);
      return await runInContext(context, () => this.run(type, message, handler, context));
    } catch (error) {
      // Nothing but a missing or wrong service token, or headers that no caller of ours sends.
      logger.warn('a message was refused', { type }, error);
      return this.failure(type, error);
    }
  }

  private async run(
    type: string,
    message: ConsumeMessage,
    handler: RpcHandler | undefined,
    context: MessageContext,
  ): Promise<Reply> {
    try {
      if (!handler) throw new Error('there is no handler for it');
      const request = requestOf(handler.contract, message.content);
      const result = await runHandler(handler.run, request, context);
      const data = stripped(handler.contract, result);
      this.tell(handler, 'ok');
      return { ok: true, data };
    } catch (error) {
      const failure = this.failure(type, error);
      this.tell(handler, failure.error.code);
      return failure;
    }
  }

  /** One line for each message: changes are worth one always, queries when somebody looks closely. */
  private tell(handler: RpcHandler | undefined, outcome: string): void {
    if (!handler) return;
    const { name, kind } = handler.contract;
    const level = kind === 'command' ? 'info' : 'debug';
    this.parts.logger[level]('answered', { type: name, outcome });
  }

  private failure(type: string, error: unknown): Extract<Reply, { ok: false }> {
    const known = toDomainError(error, this.parts.logger, `the message ${type} failed`);
    return { ok: false, error: toWireError(known) };
  }
}

/** The reply as its contract has it: undeclared fields never leave the service. */
const stripped = (contract: MessageContract, result: unknown): unknown => {
  const parsed = contract.reply.safeParse(result);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, code }) => `${path.join('.')}: ${code}`);
  throw new Error(`the reply of ${contract.name} does not fit its contract: ${faults.join(', ')}`);
};
