import { setTimeout as pause } from 'node:timers/promises';
import { RpcClient } from '@ctdb/chassis';
import { type ForwardedEndpoint, isForwarded, type RouteContract, routes } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { created, formatEtag, HttpReply, revalidated } from './http-reply.js';
import { pageHeaders } from './paging.js';
import { clientAddress } from './request-context.js';
import { type InputOf, Route } from './route.js';

type Fields = Readonly<Record<string, unknown>>;

/** The input of any forwarded endpoint: its parts are objects, if it has them. */
type Input = Pick<InputOf<RouteContract>, 'context' | 'browser' | 'ifMatch' | 'request'> & {
  readonly params?: Fields;
  readonly query?: Fields;
  readonly body?: Fields;
};
interface PageQuery {
  readonly page?: number;
  readonly limit?: number;
  readonly [filter: string]: string | number | undefined;
}

/** `template` with every `{name}` replaced by the field of that name. */
const fill = (template: string, fields: Fields = {}): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => String(fields[name]));

const pageOf = ({ path, pageSize = 1 }: ForwardedEndpoint, input: Input, reply: Fields) => {
  const { page = 1, limit = pageSize, ...rest } = input.query as PageQuery;
  const filter = rest as Record<string, string | undefined>;
  const { items, total } = reply as { items: unknown[]; total: number };
  const view = { path: fill(path, input.params), filter, page, limit, total };
  return new HttpReply(items, pageHeaders(view));
};

const withEtag = (endpoint: ForwardedEndpoint, { request }: Input, reply: Fields) => {
  const etag = formatEtag(Number(reply['version']));
  if (!endpoint.revalidated) return new HttpReply(reply, { etag });
  return revalidated(reply, { etag, 'cache-control': 'private, no-cache' }, request);
};

const toAnswer = (endpoint: ForwardedEndpoint, input: Input, reply: Fields): unknown => {
  const { pageSize, versioned, location, list, status } = endpoint;
  if (pageSize !== undefined) return pageOf(endpoint, input, reply);
  if (versioned) return withEtag(endpoint, input, reply);
  if (location !== undefined) return created(reply, fill(location, reply));
  if (list !== undefined) return reply[list];
  return status === 204 ? undefined : reply;
};

/** A held answer takes as long: longer than the work takes that only an address with access causes. */
const HOLD_BACK_MS = 300;

const holdBack = async <T>(answer: Promise<T>): Promise<T> => {
  const held = pause(HOLD_BACK_MS);
  try {
    return await answer;
  } finally {
    await held;
  }
};

@Controller()
class ForwardingController {
  constructor(private readonly rpc: RpcClient) {}

  async forward(endpoint: ForwardedEndpoint, input: Input): Promise<unknown> {
    const reply = this.call(endpoint, input);
    return toAnswer(endpoint, input, (await (endpoint.held ? holdBack(reply) : reply)) as Fields);
  }

  private async call(endpoint: ForwardedEndpoint, input: Input): Promise<unknown> {
    const { params, query, body, ifMatch, context, browser, request } = input;
    if (browser === undefined && typeof endpoint.browser === 'function') return endpoint.browser();
    const message = {
      ...params,
      ...query,
      ...body,
      ...(endpoint.conditional && { ifMatch }),
      ...(endpoint.browser && { browser }),
      ...(endpoint.address && { address: clientAddress(request) }),
    };
    return this.rpc.call(endpoint, message, context);
  }
}

/** The controller of all plain endpoints: a method for each, which calls its service. */
export const forwardingController = (): typeof ForwardingController => {
  const { prototype } = ForwardingController;
  for (const [name, endpoint] of Object.entries<RouteContract>(routes)) {
    if (!isForwarded(endpoint)) continue;
    const value = function (this: ForwardingController, input: Input) {
      return this.forward(endpoint, input);
    };
    const descriptor = { value, configurable: true, writable: true };
    Object.defineProperty(prototype, name, descriptor);
    Route(endpoint)(prototype, name, descriptor as unknown as TypedPropertyDescriptor<never>);
  }
  return ForwardingController;
};
