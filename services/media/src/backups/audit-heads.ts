import { AppLogger, serviceUnavailable } from '@ctdb/chassis';
import { getAuditHeadsOfBackups, type ReplyOf } from '@ctdb/contracts';
import { InjectQueue, OnQueueEvent, QueueEventsHost, QueueEventsListener } from '@nestjs/bullmq';
import type { Queue } from 'bullmq';

/** Name of the queue of periodic work, and of what `media` lets the worker do. */
export const MAINTENANCE_QUEUE = 'maintenance';

/** The job whose result is what full backups have noted of the audit trail. */
export const READ_AUDIT_HEADS = 'read-audit-heads';

/** The caller waits a little longer. */
const MAX_WAIT_MS = getAuditHeadsOfBackups.deadlineMs - 1_000;
const RETENTION_SECONDS = 60;

/** Lets the worker read what backups have noted: no other process has access to them. */
@QueueEventsListener(MAINTENANCE_QUEUE)
export class AuditHeadsReader extends QueueEventsHost {
  constructor(
    @InjectQueue(MAINTENANCE_QUEUE) private readonly queue: Queue,
    private readonly logger: AppLogger,
  ) {
    super();
  }

  /** Throws `SERVICE_UNAVAILABLE` where they cannot be read. */
  async read(): Promise<ReplyOf<typeof getAuditHeadsOfBackups>> {
    const retention = { age: RETENTION_SECONDS };
    const options = { removeOnComplete: retention, removeOnFail: retention };
    try {
      const job = await this.queue.add(READ_AUDIT_HEADS, {}, options);
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
