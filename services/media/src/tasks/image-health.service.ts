import { toObjectId, type MessageContext } from '@ctdb/chassis';
import type { ImageHealth } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { BackupsService } from '../backups/backups.service.js';
import { BackupLogRepository } from '../runs/backup-log.repository.js';
import type { RunRecord } from '../runs/run.schema.js';
import { RunsService } from '../runs/runs.service.js';

const WAIT_TIMEOUT_MS = 20_000;

/** Starts and reads image checks. */
@Injectable()
export class ImageHealthService {
  constructor(
    private readonly backups: BackupsService,
    private readonly runs: RunsService,
    private readonly logs: BackupLogRepository,
  ) {}

  /** Starts a check, or joins the running one. Returns its result, or its progress after `timeoutMs`. */
  async startAndWait(context: MessageContext, timeoutMs = WAIT_TIMEOUT_MS): Promise<ImageHealth> {
    const { id } = await this.backups.start('health', context);
    return toImageHealth(await this.runs.waitForEnd(toObjectId(id), timeoutMs));
  }

  async last(): Promise<ImageHealth | undefined> {
    const run = await this.logs.last('health', false);
    return run ? toImageHealth(run) : undefined;
  }
}

const toImageHealth = (run: RunRecord): ImageHealth => ({
  id: run._id.toHexString(),
  status: run.status,
  startedAt: run.startTime.toISOString(),
  ...(run.endTime && { endedAt: run.endTime.toISOString() }),
  checked: run.successfulBackups + run.failedBackups,
  repaired: run.repaired,
  unrepairable: run.failures.map(({ imageId, title, reason }) => ({
    imageId: imageId.toHexString(),
    title,
    reason,
  })),
});
