import { isUtf8 } from 'node:buffer';
import {
  ANONYMOUS,
  DomainError,
  isAllowed,
  type MessageContract,
  requestHeaders,
  type Subject,
  toFieldErrors,
} from '@ctdb/contracts';
import type { ConsumeMessage } from 'amqplib';
import type { z } from 'zod';
import type { MessageContext } from '../context/message-context.js';
import { isUserOf } from './topology.js';
import type { ServiceTokens } from './service-token.js';

/**
 * For whom a message may be worked on: `user` if the contract lets him in, or a service by itself. RabbitMQ has
 * checked the name of the sender's user.
 */
const findSubject = (
  contract: MessageContract | undefined,
  user: Subject | undefined,
  sender: unknown,
): Subject | undefined => {
  // A message without a handler fails later, with another error.
  if (user && (!contract || (contract.access && isAllowed(contract.access, user)))) return user;
  const isCaller = contract?.callers?.some((service) => isUserOf(service, sender));
  return isCaller ? ANONYMOUS : undefined;
};

/**
 * The context of a message, still with the span of its sender. Rejects with FORBIDDEN if its headers are
 * not those of a request, or its contract does not let the sender in.
 */
export const parseContext = async (
  message: ConsumeMessage,
  contract: MessageContract | undefined,
  verify: (token: string) => ReturnType<ServiceTokens['verify']>,
): Promise<MessageContext> => {
  const { data: headers } = requestHeaders.safeParse(message.properties.headers);
  if (!headers) throw new DomainError('FORBIDDEN');
  const { auth, ...named } = headers;
  const verified = verify(auth);
  const user = verified instanceof Promise ? await verified : verified;
  const subject = findSubject(contract, user, message.properties.userId);
  if (!subject) throw new DomainError('FORBIDDEN');
  return { ...named, subject, commandId: String(message.properties.messageId) };
};

/** The value in the body of a message; `undefined` where that is not JSON. */
export const parseJson = (body: Buffer): unknown => {
  try {
    return isUtf8(body) ? JSON.parse(body.toString()) : undefined;
  } catch {
    return undefined;
  }
};

/** Removes the properties that a schema does not know; `false` where it refuses anything else, too. */
const removeUnknown = (value: unknown, issues: readonly z.core.$ZodIssue[]): boolean =>
  issues.every((issue) => {
    if (issue.code !== 'unrecognized_keys') return false;
    const parent = issue.path.reduce((part: unknown, key) => Reflect.get(Object(part), key), value);
    return issue.keys.every((key) => Reflect.deleteProperty(Object(parent), key));
  });

/**
 * The parsed request; throws MALFORMED_BODY or VALIDATION_FAILED. Properties that are not known are left
 * out: a caller of the next version may send more.
 */
export const parseRequest = (contract: MessageContract, body: Buffer): unknown => {
  const request = parseJson(body);
  if (request === undefined) throw new DomainError('MALFORMED_BODY');
  let parsed = contract.request.safeParse(request, { reportInput: true });
  if (!parsed.success && removeUnknown(request, parsed.error.issues))
    parsed = contract.request.safeParse(request);
  if (parsed.success) return parsed.data;
  throw new DomainError('VALIDATION_FAILED', { faults: toFieldErrors(parsed.error) });
};
