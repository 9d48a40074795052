import { AppLogger, repeat, type Repeated } from '@ctdb/chassis';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { BackupImagesRepository } from '../images/backup-images.repository.js';
import { BackupQueue } from './backup-queue.js';

const RHYTHM = { first: 0, every: 30_000 };
const BATCH = 1_000;

/** Redis may lose jobs: puts on the queue again what the database says has no backup. */
@Injectable()
export class BackupReconciler implements OnApplicationBootstrap, OnModuleDestroy {
  private job: Repeated | undefined;

  constructor(
    private readonly images: BackupImagesRepository,
    private readonly queue: BackupQueue,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.job = repeat('looking for missing backups', RHYTHM, this.logger, () => this.run());
  }

  async onModuleDestroy(): Promise<void> {
    await this.job?.stop();
  }

  /** One turn. Those that are on the queue stay where they are. */
  async run(): Promise<void> {
    await this.queue.forgive();
    await this.queue.add(await this.images.unprotected(BATCH));
  }
}
