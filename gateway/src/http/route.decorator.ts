import type { ResponseOf, RouteContract } from '@ctdb/contracts';
import {
  createParamDecorator,
  type ExecutionContext,
  HttpCode,
  RequestMapping,
  RequestMethod,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpReply } from './http-reply.js';
import { type InputOf, readInput } from './input.js';

/** Reads and parses the request: Nest calls it when the guards have let it in, and waits for it. */
const RouteInput = createParamDecorator((route: RouteContract, host: ExecutionContext) => {
  const http = host.switchToHttp();
  return readInput(route, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
});

/** Describes what a handler of `R` may return. */
export type ResultOf<R extends RouteContract> = ResponseOf<R> | HttpReply<ResponseOf<R>>;

type Handler<R extends RouteContract> = (input: InputOf<R>) => ResultOf<R> | Promise<ResultOf<R>>;

/** `/api/diseases/{id}` as the router writes it: `/api/diseases/:id`. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/**
 * Makes a method the handler of `route`: its path, method and status, its row in the authorisation
 * table, and its parameter, which is the parsed {@link InputOf} the route. The compiler checks
 * that parameter and what the method returns.
 */
export const Route =
  <R extends RouteContract>(route: R) =>
  <H extends Handler<R>>(
    target: object,
    name: string,
    descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    RequestMapping({ path: routerPath(route.path), method: RequestMethod[route.method] })(
      target,
      name,
      descriptor,
    );
    HttpCode(route.status)(target, name, descriptor);
    RouteConfig({ contract: route })(target, name, descriptor);
    RouteInput(route)(target, name, 0);
  };
