import { AppLogger, serviceUnavailable } from '@ctdb/chassis';
import { JobProcessor } from '@ctdb/chassis/jobs';
import { getAuditHeadsOfBackups } from '@ctdb/contracts';
import {
  InjectQueue,
  OnQueueEvent,
  Processor,
  QueueEventsHost,
  QueueEventsListener,
} from '@nestjs/bullmq';
import type { Queue } from 'bullmq';
import { BackupManifests } from './backup-manifests.js';

/** Name of the queue of what `media` lets the worker do: only the worker has access to the backups. */
const MAINTENANCE_QUEUE = 'maintenance';

/** The caller waits a little longer. */
const MAX_WAIT_MS = getAuditHeadsOfBackups.deadlineMs - 1_000;
const RETENTION_SECONDS = 60;

/** Lets the worker read what full backups have noted of the audit trail. */
@QueueEventsListener(MAINTENANCE_QUEUE)
export class AuditHeadsReader extends QueueEventsHost {
  constructor(
    @InjectQueue(MAINTENANCE_QUEUE) private readonly queue: Queue,
    private readonly logger: AppLogger,
  ) {
    super();
  }

  /** Throws `SERVICE_UNAVAILABLE` where they cannot be read. */
  async read() {
    const retention = { age: RETENTION_SECONDS };
    const options = { removeOnComplete: retention, removeOnFail: retention };
    try {
      const job = await this.queue.add('read-audit-heads', {}, options);
      const result: unknown = await job.waitUntilFinished(this.queueEvents, MAX_WAIT_MS);
      return getAuditHeadsOfBackups.reply.parse(result);
    } catch (error) {
      throw Object.assign(serviceUnavailable(), { cause: error });
    }
  }

  @OnQueueEvent('error')
  onError(error: Error): void {
    this.logger.warn('queue events are not reachable', { queue: MAINTENANCE_QUEUE }, error);
  }
}

/** The worker's side of {@link AuditHeadsReader}. */
@Processor(MAINTENANCE_QUEUE)
export class AuditHeadsProcessor extends JobProcessor {
  constructor(
    private readonly manifests: BackupManifests,
    logger: AppLogger,
  ) {
    super(logger);
  }

  process() {
    return this.manifests.readAuditHeads();
  }
}
