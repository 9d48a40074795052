import * as declarations from './declarations.js';
import type { MessageContract, ReplyOf, RequestOf } from './command.js';
import type { RouteContract } from './endpoint.js';

type Declarations = typeof declarations;
/** The declarations of one kind, by their names. */
type Declared<Kind> = {
  readonly [N in keyof Declarations as Declarations[N] extends Kind ? N : never]: Declarations[N];
};

/** The declarations that have a field. */
const declaredWith = <Kind>(field: keyof Kind): Declared<Kind> => {
  const hasField = (declaration: unknown) =>
    typeof declaration === 'object' && declaration !== null && field in declaration;
  const found = Object.entries(declarations).filter(([, declaration]) => hasField(declaration));
  return Object.fromEntries(found) as unknown as Declared<Kind>;
};

/**
 * Every HTTP route of the product by the name of its declaration, which is also its operation id;
 * together their `access` fields are the authorisation table.
 */
export const routes = declaredWith<RouteContract>('path');

/** Every message that a service answers, by the name of its declaration. */
export const messages = declaredWith<MessageContract>('request');
type Messages = typeof messages;

/** What a service receives with a message, by the name of the message's declaration. */
export type Requests = { readonly [N in keyof Messages]: RequestOf<Messages[N]> };
/** What a service answers a message with, by the name of the message's declaration. */
export type Replies = { readonly [N in keyof Messages]: ReplyOf<Messages[N]> };
