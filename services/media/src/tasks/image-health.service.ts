import { setTimeout as pause } from 'node:timers/promises';
import type { MessageContext } from '@ctdb/chassis';
import { DomainError, type ImageHealth } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { BackupsService } from '../backups/backups.service.js';
import { BackupLogRepository } from '../runs/run-log.repository.js';
import type { RunRecord } from '../runs/run.schema.js';
import { RunsRepository } from '../runs/runs.repository.js';

/** How long somebody waits for the result; milliseconds. */
const PATIENCE_MS = 20_000;
const STEP_MS = 200;

/** The check of all images, as administrators ask for it. */
@Injectable()
export class ImageHealthService {
  constructor(
    private readonly backups: BackupsService,
    private readonly runs: RunsRepository,
    private readonly logs: BackupLogRepository,
  ) {}

  /** Starts a check, or joins the one that runs; answers when it is over, or how far it is. */
  async fix(context: MessageContext, patience = PATIENCE_MS): Promise<ImageHealth> {
    const { id } = await this.backups.start('health', context);
    const end = performance.now() + patience;
    for (;;) {
      const run = await this.runs.find(Types.ObjectId.createFromHexString(id));
      if (!run) throw new DomainError('INTERNAL_ERROR');
      if (run.status !== 'running' || performance.now() >= end) return toImageHealth(run);
      await pause(STEP_MS);
    }
  }

  async last(): Promise<ImageHealth | undefined> {
    const run = await this.logs.last('health', false);
    return run ? toImageHealth(run) : undefined;
  }
}

/** What a check of all images has found so far, or in the end. */
export const toImageHealth = (run: RunRecord): ImageHealth => ({
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
