import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Queues } from '../queues/queues.js';
import { InteractiveWork } from '../queues/rush.js';
import { BACKUP_QUEUE, type BackupJob } from './backup-queue.js';
import { UploadBackupService } from './upload-backup.service.js';

const CONCURRENCY = 3;
/** How soon the job of a worker that died is given to another one; milliseconds. */
const LOCK_MS = 10_000;
const MOST_STALLS = 20;
/** For so long a backup gives way to pictures that somebody waits for; milliseconds. */
const GIVES_WAY_MS = 10_000;

/** Works off the queue of automatic backups. */
@Injectable()
export class BackupWorker implements OnApplicationBootstrap {
  constructor(
    private readonly queues: Queues,
    private readonly backups: UploadBackupService,
    private readonly rush: InteractiveWork,
  ) {}

  onApplicationBootstrap(): void {
    this.queues.worker<BackupJob>(BACKUP_QUEUE, ({ data }) => this.back(data.imageId), {
      concurrency: CONCURRENCY,
      lockDuration: LOCK_MS,
      stalledInterval: LOCK_MS,
      maxStalledCount: MOST_STALLS,
    });
  }

  private async back(imageId: string): Promise<void> {
    await this.rush.drained(GIVES_WAY_MS);
    await this.backups.run(imageId);
  }
}
