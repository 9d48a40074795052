import { Metrics, parseTraceparent, type AppLogger } from '@ctdb/chassis';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Histogram } from 'prom-client';
import { edgeOf } from './edge.js';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Writes a line and a figure for every answer: the route's pattern and never the address itself,
 * which may hold what people search for.
 */
export const accessLog = (logger: AppLogger, metrics: Metrics) => {
  const seconds = new Histogram({
    name: 'http_server_duration_seconds',
    help: 'Time from taking a request to its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [metrics],
  });
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const edge = edgeOf(request);
    const { method } = request;
    const { statusCode: status } = reply;
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
    const ms = performance.now() - edge.startedAt;
    seconds.observe({ method, route, status }, ms / 1_000);
    logger.info('request', {
      requestId: edge.requestId,
      traceId: parseTraceparent(edge.traceparent)?.traceId,
      method,
      route,
      status,
      ms: Math.round(ms * 10) / 10,
      role: edge.caller.subject.role,
    });
  };
};
