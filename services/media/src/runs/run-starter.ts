import { Inject, Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { MEDIA_CONFIG, type MediaConfig } from '../config.js';
import { untilWon } from '../store/until-won.js';
import { RunBell } from './run-bell.js';
import { RunEvents } from './run-events.js';
import type { RunRecord, RunType } from './run.schema.js';
import { RunsRepository } from './runs.repository.js';
import { RUN_TIMING, type RunTiming } from './timing.js';

/** What is to be started. */
export interface StartRunRequest {
  type: Exclude<RunType, 'automatic'>;
  imageId?: Types.ObjectId;
  /** The same order delivered again has the same id, and starts nothing new. */
  id?: Types.ObjectId;
}

/** Which run was meant, and whether it was running before. */
export interface StartRunResult {
  id: Types.ObjectId;
  alreadyRunning: boolean;
}

/** Starts runs, one of a kind at a time. */
@Injectable()
export class RunStarter {
  constructor(
    private readonly runs: RunsRepository,
    private readonly bell: RunBell,
    private readonly events: RunEvents,
    @Inject(MEDIA_CONFIG) private readonly config: MediaConfig,
    @Inject(RUN_TIMING) private readonly timing: RunTiming,
  ) {}

  async start({
    type,
    imageId,
    id = new Types.ObjectId(),
  }: StartRunRequest): Promise<StartRunResult> {
    const slot = imageId ? `${type}:${imageId.toHexString()}` : type;
    const started = await untilWon(async (): Promise<StartRunResult | null> => {
      if (await this.runs.insert(this.newRun({ _id: id, backupType: type, slot }, imageId)))
        return { id, alreadyRunning: false };
      if (await this.runs.find(id)) return { id, alreadyRunning: false };
      const running = await this.runs.inSlot(slot);
      return running && { id: running._id, alreadyRunning: true };
    });
    this.events.relaySoon();
    if (!started.alreadyRunning) await this.bell.ring(started.id);
    return started;
  }

  private newRun(
    named: Pick<RunRecord, '_id' | 'backupType' | 'slot'>,
    imageId: Types.ObjectId | undefined,
  ): RunRecord {
    const now = new Date();
    const what = { ...named, ...(imageId && { imageId }) };
    return {
      ...what,
      status: 'running',
      startTime: now,
      totalImages: 0,
      successfulBackups: 0,
      failedBackups: 0,
      repaired: 0,
      backupPath: this.config.backup.folder,
      lease: { id: '', staleAt: now, until: new Date(now.getTime() + this.timing.lost) },
      cursor: null,
      takeovers: 0,
      claims: 0,
      failures: [],
      outbox: [this.events.started(what)],
    };
  }
}
