import { Handles, toContract, type MessageContext } from '@ctdb/chassis';
import { imageHealth, messages, type Requests } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { BackupsService } from '../backups/backups.service.js';
import type { RunRecord } from '../runs/run.record.js';
import { RunsRepository } from '../runs/runs.repository.js';
import { RunsService } from '../runs/runs.service.js';

const WAIT_TIMEOUT_MS = 20_000;

/** Answers the messages about image checks. */
@Controller()
export class ImageCheckConsumer {
  constructor(
    private readonly backups: BackupsService,
    private readonly service: RunsService,
    private readonly runs: RunsRepository,
  ) {}

  @Handles(messages.fixImages)
  fix(_request: Requests['fixImages'], context: MessageContext) {
    return this.startAndWait(context, WAIT_TIMEOUT_MS);
  }

  @Handles(messages.getImageHealth)
  async last() {
    const run = await this.runs.last('health', false);
    return run ? { last: toImageHealth(run) } : {};
  }

  /** Starts a check, or joins the running one. Returns its result, or its progress after `timeoutMs`. */
  async startAndWait(context: MessageContext, timeoutMs: number) {
    const { id } = await this.backups.start('health', context);
    return toImageHealth(await this.service.waitForEnd(id, timeoutMs));
  }
}

const toImageHealth = (run: RunRecord) =>
  toContract(imageHealth, {
    ...run,
    startedAt: run.startTime,
    endedAt: run.endTime,
    checked: run.successfulBackups + run.failedBackups,
    unrepairable: run.failures,
  });
