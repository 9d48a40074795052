import { isDeepStrictEqual } from 'node:util';
import { routes, type RouteContract, type RouteName } from '@ctdb/contracts';
import { must } from '../report.ts';
import type { Answer } from './http/answer.ts';

/** What a caller fills in, part by part; before the contract has parsed it. */
export interface Parts {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
}

/** Every route by its name, as the contracts have it. */
export const table = Object.entries(routes) as [RouteName, RouteContract][];

/** The contract of `name`, without its literal types. */
export const contractOf = (name: RouteName): RouteContract => routes[name];

/** The address of a request; a parameter that lacks is a mistake of the test. */
export function addressOf(route: RouteContract, { params = {}, query = {} }: Parts): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    must(typeof value === 'string', `${route.id} lacks the parameter ${name}`);
    return encodeURIComponent(value);
  });
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) text.set(name, String(value));
  return text.size === 0 ? path : `${path}?${text.toString()}`;
}

/** Where it is another status than the contract's, or other words, throws. */
export function conforming(route: RouteContract, answer: Answer): unknown {
  const { status, acceptedStatus } = route;
  must([status, acceptedStatus].includes(answer.status as 200), answer.words);
  const type = answer.header('content-type');
  if (route.binary) {
    must(/^image\//.test(type) && answer.bytes.length > 0, `${answer.words}: ${type}`);
    return undefined;
  }
  if (route.response === undefined) {
    must(answer.status === 204 && answer.bytes.length === 0 && type === '', answer.words);
    return undefined;
  }
  must(type.startsWith('application/json'), `${answer.words}: ${type}`);
  const said = answer.json();
  const parsed = route.response.safeParse(said);
  must(parsed.success, `${answer.words}\n${parsed.error?.message ?? ''}`);
  // A schema drops what it does not know: nothing else may be told.
  must(isDeepStrictEqual(parsed.data, said), `more than the contract says: ${answer.words}`);
  return said;
}
