import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';

/** After this long the connections that are still open are cut, in milliseconds. */
const FORCE_CLOSE_DELAY_MS = 18_000;

/**
 * The orderly end: for a moment the gateway still answers, but asks every client to close its
 * connection, so that none is cut between two requests; then it stops listening and finishes what
 * it has begun.
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
    setTimeout(() => server.closeAllConnections(), FORCE_CLOSE_DELAY_MS).unref();
    await pause(this.config.DRAIN_MS);
  }
}
