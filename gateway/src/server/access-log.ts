import {
  AppLogger,
  CHASSIS_CONFIG,
  type ChassisConfig,
  Metrics,
  parseTraceparent,
} from '@ctdb/chassis';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { AttemptSource } from '@ctdb/contracts';
import type { Histogram } from 'prom-client';
import type { RequestContext } from '../http/request-context.js';

const FLUSH_INTERVAL_MS = 100;

/** Writes log lines ten times a second, because one write per line costs too much. */
export class BufferedLines {
  private lines: string[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly output: { write(text: string): unknown }) {}

  write(line: string): void {
    this.lines.push(line);
    this.timer ??= setTimeout(() => this.flush(), FLUSH_INTERVAL_MS).unref();
  }

  /** Writes the buffered lines at once. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.lines.length === 0) return;
    this.output.write(this.lines.join(''));
    this.lines = [];
  }
}

/**
 * A log line and a metric for every response: with the route's pattern and never the URL, which may
 * contain search texts.
 */
@Injectable()
export class AccessLog implements OnApplicationShutdown {
  private readonly lines = new BufferedLines(process.stdout);
  private readonly logger: AppLogger;
  private readonly seconds: Histogram<'method' | 'route' | 'status'>;

  constructor(metrics: Metrics, @Inject(CHASSIS_CONFIG) { LOG_LEVEL }: ChassisConfig) {
    this.logger = new AppLogger('gateway', LOG_LEVEL, this.lines);
    this.seconds = metrics.seconds({
      name: 'http_server_duration_seconds',
      help: 'Time from taking a request to its answer',
      labelNames: ['method', 'route', 'status'],
    });
  }

  /** Records a response; `source` are hashes, because addresses and names are personal data. */
  write(
    requestContext: RequestContext,
    { method, status, source }: { method: string; status: number; source: AttemptSource },
  ): void {
    const route = requestContext.pattern ?? 'none';
    const ms = performance.now() - requestContext.startedAt;
    this.seconds.observe({ method, route, status }, ms / 1_000);
    this.logger.info('request', {
      requestId: requestContext.requestId,
      clientRequestId: requestContext.clientRequestId,
      traceId: parseTraceparent(requestContext.traceparent)?.traceId,
      method,
      route,
      status,
      errorCode: requestContext.errorCode,
      ms: Math.round(ms * 10) / 10,
      role: requestContext.caller.subject.role,
      addressHash: source.address,
      accountHash: source.account,
    });
  }

  onApplicationShutdown(): void {
    this.lines.flush();
  }
}
