import { isUtf8 } from 'node:buffer';
import {
  DomainError,
  requestHeaders,
  toFieldErrors,
  type MessageContract,
  type RequestHeaders,
} from '@ctdb/contracts';
import type { ConsumeMessage } from 'amqplib';
import { childTraceparent } from '../context/trace-context.js';
import type { MessageContext } from '../context/message-context.js';
import type { ServiceTokens } from './service-token.js';

/** The headers of a message; `undefined` if they are not those of a request. */
export const parseHeaders = (message: ConsumeMessage): RequestHeaders | undefined =>
  requestHeaders.safeParse(message.properties.headers).data;

/** The context of a message. Rejects with FORBIDDEN without a valid token for `service`. */
export const parseContext = async (
  message: ConsumeMessage,
  headers: RequestHeaders,
  tokens: ServiceTokens,
  service: string,
): Promise<MessageContext> => {
  const verified = tokens.verify(headers.auth, service);
  const subject = verified instanceof Promise ? await verified : verified;
  if (!subject) throw new DomainError('FORBIDDEN');
  const { requestId, traceparent, locale, deadline, idempotencyKey } = headers;
  return {
    subject,
    requestId,
    traceparent: childTraceparent(traceparent),
    locale,
    deadline,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    commandId: String(message.properties.messageId),
  };
};

const decode = (body: Buffer): unknown => {
  try {
    if (isUtf8(body)) return JSON.parse(body.toString());
  } catch {
    // Not JSON either.
  }
  throw new DomainError('MALFORMED_BODY');
};

/** The parsed request; throws MALFORMED_BODY or VALIDATION_FAILED. */
export const parseRequest = (contract: MessageContract, body: Buffer): unknown => {
  const parsed = contract.request.safeParse(decode(body), { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new DomainError('VALIDATION_FAILED', { faults: toFieldErrors(parsed.error) });
};
