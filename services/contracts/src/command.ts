import { z } from 'zod';
import type { Access } from './authorisation.js';

/** The services that answer commands and queries. */
export const serviceNames = ['catalog', 'billing', 'media', 'ops'] as const;
/** One of {@link serviceNames}. */
export type ServiceName = (typeof serviceNames)[number];

/** Deadline of a call that names none, in milliseconds. */
export const DEFAULT_DEADLINE_MS = 5_000;

/**
 * One message that a service answers.
 * `query` changes nothing and may be lost (the caller asks again);
 * `command` is acknowledged only after its work, may be redelivered and is therefore idempotent.
 */
export interface MessageContract<
  Req extends z.ZodType = z.ZodType,
  Rep extends z.ZodType = z.ZodType,
> {
  readonly name: `${ServiceName}.${string}`;
  readonly service: ServiceName;
  readonly kind: 'query' | 'command';
  readonly request: Req;
  readonly reply: Rep;
  /** Milliseconds from the caller's start to giving up. */
  readonly deadlineMs: number;
  /** Whose requests the gateway may send; `false`: it never sends this message. */
  readonly access: Access | false;
  /** Services that send it by themselves, without a user. */
  readonly callers?: readonly ServiceName[];
}

/** What a caller passes for `C` (before defaults and trimming). */
export type RequestInput<C extends MessageContract> = z.input<C['request']>;
/** What a handler of `C` receives. */
export type RequestOf<C extends MessageContract> = z.output<C['request']>;
/** What a handler of `C` returns, and a caller gets. */
export type ReplyOf<C extends MessageContract> = z.output<C['reply']>;

const emptyRequest = z.strictObject({});

/** Without a request it is empty; without `access` the gateway never sends it. */
type Definition<Req extends z.ZodType, Rep extends z.ZodType> = Pick<
  MessageContract<Req, Rep>,
  'name' | 'reply' | 'callers'
> &
  Partial<Pick<MessageContract<Req, Rep>, 'request' | 'access' | 'deadlineMs'>>;

/** Declares a message of `kind`; its service is the first part of its name. */
export const defineMessage =
  (kind: MessageContract['kind']) =>
  <Rep extends z.ZodType, Req extends z.ZodType = typeof emptyRequest>(
    definition: Definition<Req, Rep>,
  ): MessageContract<Req, Rep> => ({
    deadlineMs: DEFAULT_DEADLINE_MS,
    access: false,
    // The type of a request that is absent.
    request: emptyRequest as unknown as Req,
    ...definition,
    service: definition.name.slice(0, definition.name.indexOf('.')) as ServiceName,
    kind,
  });

/** Declares a message that changes nothing. */
export const defineQuery = defineMessage('query');
/** Declares a message that changes something. */
export const defineCommand = defineMessage('command');
/** The reply of a command that has nothing to return. */
export const emptyReply = z.object({});
