import { AppLogger } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { RunStarter, type StartRunRequest } from './run-starter.js';
import type { RunRecord } from './run.schema.js';
import { RunsRepository } from './runs.repository.js';

const LOOK_MS = 1_000;

/** Begins a run, or joins the one of its kind that is there, and waits until the workers have ended it. */
@Injectable()
export class RunAndWait {
  constructor(
    private readonly starter: RunStarter,
    private readonly runs: RunsRepository,
    private readonly logger: AppLogger,
  ) {}

  /** The run as it ended. Without any worker it fails after a minute. */
  async run(type: StartRunRequest['type'], lookMs = LOOK_MS): Promise<RunRecord> {
    const { id, alreadyRunning } = await this.starter.start({ type });
    this.logger.info('waiting for a run', { run: id.toHexString(), type, alreadyRunning });
    for (;;) {
      const run = await this.runs.find(id);
      if (run && run.status !== 'running') return run;
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
  }
}
