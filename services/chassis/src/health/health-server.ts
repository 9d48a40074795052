import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AppLogger } from '../logging/app-logger.js';
import type { Health } from './health.js';
import type { Metrics } from './metrics.js';

const json = (status: number, body: object) => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
});

/**
 * The internal HTTP port, for supervisors and Prometheus:
 * `GET /health/live` (200 while the process runs), `GET /health/ready` (200, or 503 with the names of
 * what fails) and `GET /metrics`.
 */
export class HealthServer {
  private readonly server = createServer(
    (request, response) => void this.respond(request, response),
  );

  constructor(
    private readonly health: Health,
    private readonly metrics: Metrics,
    private readonly logger: AppLogger,
  ) {}

  /** Listens on a port, for 0 on a free one. */
  async listen(host: string, port: number): Promise<void> {
    await once(this.server.listen(port, host), 'listening');
    this.logger.info('health and metrics listen', { host, port: this.port });
  }

  /** The port in use. */
  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Whether it answers. A process that stops closes it last. */
  get isListening(): boolean {
    return this.server.listening;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = await this.answer(request).catch((error: unknown) => {
      this.logger.error('the health server failed', error);
      return json(500, { status: 'failed' });
    });
    response.writeHead(answer.status, { 'content-type': answer.type, 'cache-control': 'no-store' });
    response.end(answer.body);
  }

  private async answer({ method, url }: IncomingMessage): Promise<ReturnType<typeof json>> {
    if (method !== 'GET' && method !== 'HEAD') return json(405, { status: 'method not allowed' });
    if (url === '/health/live') return json(200, { status: 'ok' });
    if (url === '/metrics')
      return { status: 200, type: this.metrics.contentType, body: await this.metrics.metrics() };
    if (url !== '/health/ready') return json(404, { status: 'not found' });
    const failed = await this.health.failed();
    if (failed.length > 0) return json(503, { status: 'not ready', failed });
    return json(200, { status: 'ok' });
  }
}
