import {
  AppLogger,
  CHASSIS_CONFIG,
  Metrics,
  parseTraceparent,
  type ChassisConfig,
} from '@ctdb/chassis';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Histogram } from 'prom-client';
import { BufferedLines } from './buffered-lines.js';
import type { Edge } from './edge.js';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * A line and a figure for every answer: with the route's pattern and never the address itself,
 * which may hold what people search for.
 */
@Injectable()
export class AccessLog implements OnApplicationShutdown {
  private readonly lines = new BufferedLines(process.stdout);
  private readonly logger: AppLogger;
  private readonly seconds: Histogram<'method' | 'route' | 'status'>;

  constructor(metrics: Metrics, @Inject(CHASSIS_CONFIG) { LOG_LEVEL }: ChassisConfig) {
    this.logger = new AppLogger('gateway', LOG_LEVEL, this.lines);
    this.seconds = new Histogram({
      name: 'http_server_duration_seconds',
      help: 'Time from taking a request to its answer',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers: [metrics],
    });
  }

  /** Notes an answer that was sent. */
  write(edge: Edge, method: string, status: number): void {
    const route = edge.pattern ?? 'none';
    const ms = performance.now() - edge.startedAt;
    this.seconds.observe({ method, route, status }, ms / 1_000);
    this.logger.info('request', {
      requestId: edge.requestId,
      traceId: parseTraceparent(edge.traceparent)?.traceId,
      method,
      route,
      status,
      ms: Math.round(ms * 10) / 10,
      role: edge.caller.subject.role,
    });
  }

  onApplicationShutdown(): void {
    this.lines.flush();
  }
}
