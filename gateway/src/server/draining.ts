import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';

/** After the drain, running requests have this long until their connections are closed by force. */
const FORCE_CLOSE_DELAY_MS = 13_000;

/**
 * After a stop signal the gateway still answers for `DRAIN_MS`, but closes each connection with its next
 * response, so that no request fails. Then it stops listening and finishes the running requests.
 */
@Injectable()
export class Draining implements BeforeApplicationShutdown {
  /** Whether clients must close their connections. */
  isDraining = false;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    this.isDraining = true;
    const server = this.host.httpAdapter.getHttpServer() as Server;
    const { DRAIN_MS } = this.config;
    setTimeout(() => server.closeAllConnections(), DRAIN_MS + FORCE_CLOSE_DELAY_MS).unref();
    await pause(DRAIN_MS);
  }
}
