import { setTimeout as pause } from 'node:timers/promises';
import type { MessageContext } from '@ctdb/chassis';
import { DomainError, type ImageHealth } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { BackupsService } from '../backups/backups.service.js';
import { RunLogRepository } from '../runs/run-log.repository.js';
import { RunsRepository } from '../runs/runs.repository.js';
import { toImageHealth } from './health.mapper.js';

/** How long somebody waits for the result; milliseconds. */
const PATIENCE_MS = 20_000;
const STEP_MS = 200;

/** The check of all images, as administrators ask for it. */
@Injectable()
export class HealthService {
  constructor(
    private readonly backups: BackupsService,
    private readonly runs: RunsRepository,
    private readonly logs: RunLogRepository,
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
