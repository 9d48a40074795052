import type { ResponseOf, RouteContract } from '@ctdb/contracts';
import {
  createParamDecorator,
  type ExecutionContext,
  HttpCode,
  type PipeTransform,
  RequestMapping,
  RequestMethod,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpReply } from './http-reply.js';
import { type InputOf, readInput } from './input.js';

interface RouteRequest {
  readonly route: RouteContract;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Reads and parses the request after the guards: pipes run behind them. */
const readInputPipe: PipeTransform<RouteRequest> = {
  transform: ({ route, request, reply }) => readInput(route, request, reply),
};

const RequestOfRoute = createParamDecorator(
  (route: RouteContract, host: ExecutionContext): RouteRequest => ({
    route,
    request: host.switchToHttp().getRequest<FastifyRequest>(),
    reply: host.switchToHttp().getResponse<FastifyReply>(),
  }),
);

/** Describes what a handler of `R` may return. */
export type ResultOf<R extends RouteContract> = ResponseOf<R> | HttpReply<ResponseOf<R>>;

type Handler<R extends RouteContract> = (
  input: InputOf<R>,
  ...others: never[]
) => ResultOf<R> | Promise<ResultOf<R>>;

/** `/api/diseases/{id}` as the router writes it: `/api/diseases/:id`. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/**
 * Makes a method the handler of `route`: its path, method and status, its row in the authorisation
 * table, and its first parameter, which is the parsed {@link InputOf} the route. The compiler checks
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
    RequestOfRoute(route, readInputPipe)(target, name, 0);
  };
