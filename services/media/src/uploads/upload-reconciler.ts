import { AppLogger, repeat, type Repeated } from '@ctdb/chassis';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { UploadQueue } from './upload-queue.js';
import { UploadsRepository } from './uploads.repository.js';

const RHYTHM = { first: 0, every: 30_000 };
/** Younger ones are just being worked on; milliseconds. */
const GRACE_MS = 5_000;
const BATCH = 500;

/** Redis may lose jobs: puts on the queue again what the database says is to be judged. */
@Injectable()
export class UploadReconciler implements OnApplicationBootstrap, OnModuleDestroy {
  private job: Repeated | undefined;

  constructor(
    private readonly uploads: UploadsRepository,
    private readonly queue: UploadQueue,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.job = repeat('looking for forgotten uploads', RHYTHM, this.logger, () => this.run());
  }

  async onModuleDestroy(): Promise<void> {
    await this.job?.stop();
  }

  /** One turn. Those that are on the queue stay where they are. */
  async run(now = new Date()): Promise<void> {
    const moment = new Date(now.getTime() - GRACE_MS);
    for (const uploadId of await this.uploads.waitingSince(moment, BATCH))
      await this.queue.add(uploadId);
  }
}
