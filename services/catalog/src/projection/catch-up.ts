import { AppLogger, repeat, type Repeated } from '@ctdb/chassis';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { RegistryProjection } from './registry-projection.js';

const RHYTHM = { first: 10_000, every: 10_000 };

/** Publishes, every ten seconds, what a writer that died could not publish any more. */
@Injectable()
export class CatchUp implements OnApplicationBootstrap, OnModuleDestroy {
  private job: Repeated | undefined;

  constructor(
    private readonly registry: RegistryProjection,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.job = repeat('catching up', RHYTHM, this.logger, () => this.registry.publishForgotten());
  }

  async onModuleDestroy(): Promise<void> {
    await this.job?.stop();
  }
}
