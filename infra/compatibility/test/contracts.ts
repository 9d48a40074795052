import * as contracts from '@ctdb/contracts';
import type { EventContract, MessageContract, RouteContract } from '@ctdb/contracts';
import { z } from 'zod';
import type { Schema } from './differences.ts';

const toSchema = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'transform') jsonSchema.$comment = 'transform';
    },
  });
  delete json.$schema;
  return json as Schema;
};

/** Both sides parse: the sender sends its output, which is the input of the receiver. */
const exchange = (schema: z.ZodType) => ({
  sent: toSchema(schema, 'output'),
  accepted: toSchema(schema, 'input'),
});

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isMessage = (value: unknown): value is MessageContract =>
  isObject(value) && 'deadlineMs' in value;
const isEvent = (value: unknown): value is EventContract => isObject(value) && 'payload' in value;

const { routes, ...others } = contracts;
const exported = Object.values<unknown>(others);
// Events are declared in groups, such as `diseaseEvents`.
const declarations = [
  ...exported,
  ...Object.values(routes),
  ...exported.filter(isObject).flatMap(Object.values),
];

const byName = <T extends { readonly name: string }, R>(items: T[], convert: (item: T) => R) =>
  Object.fromEntries(
    items
      .map((item): [string, R] => [item.name, convert(item)])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );

/** A page that knows no query sends an empty one. */
const withoutQuery = (query: z.ZodType): z.ZodType =>
  query.safeParse({}).success ? query.optional() : query;

const parts = ({ params, query, body }: RouteContract): z.ZodType =>
  z.strictObject({
    ...(params && { params }),
    ...(query && { query: withoutQuery(query) }),
    ...(body && { body }),
  });

/** The contracts of this version, by name: what each side of one sends, and what the other accepts, as JSON Schema. */
export const currentContracts = () => ({
  /** Requests and replies between processes. */
  messages: byName(declarations.filter(isMessage), ({ request, reply }) => ({
    request: exchange(request),
    reply: exchange(reply),
  })),
  /** Headers of requests, and what is around the payload of events. */
  envelopes: {
    requestHeaders: exchange(contracts.requestHeaders),
    eventEnvelope: exchange(contracts.eventEnvelope),
  },
  /** Payloads of events. */
  events: byName(declarations.filter(isEvent), ({ payload }) => exchange(payload)),
  /** Requests of pages to the gateway, by method and path, and its responses. Only the gateway parses. */
  routes: byName(
    Object.values<RouteContract>(routes).map((route) => ({
      ...route,
      name: `${route.method} ${route.path}`,
    })),
    (route) => ({
      request: toSchema(parts(route), 'input'),
      response: toSchema(route.response ?? z.any(), 'output'),
    }),
  ),
});

/** The contracts of one version. */
export type Contracts = ReturnType<typeof currentContracts>;
