import {
  commandFingerprint,
  deterministicId,
  toContract,
  toObjectId,
  type MessageContext,
} from '@ctdb/chassis';
import { backupDetail, backupLog, DomainError, imageHealth } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { ImagesRepository } from '../images/images.repository.js';
import type { RunRecord } from '../runs/run.record.js';
import { RunsRepository } from '../runs/runs.repository.js';
import { RunsService, type StartRunRequest } from '../runs/runs.service.js';
import { BackupFileStore } from './backup-file-store.js';

const RECENT = 20;
const CHECK_TIMEOUT_MS = 20_000;

/**
 * Percent of images with a valid backup, with one decimal; rounded down, so that 100 means all.
 * 100 without images.
 */
export const coveragePercent = (total: number, verified: number): number =>
  total === 0 ? 100 : Math.floor((1_000 * Math.min(verified, total)) / total) / 10;

/** Reads and starts backups and image checks. */
@Injectable()
export class BackupsService {
  constructor(
    private readonly images: ImagesRepository,
    private readonly runs: RunsRepository,
    private readonly runsService: RunsService,
    private readonly files: BackupFileStore,
  ) {}

  async status() {
    const [{ total, verified, since }, recent, full, drill, passedAt, running] = await Promise.all([
      this.images.coverage(),
      this.runs.recent(RECENT),
      this.runs.last('full', false),
      this.runs.last('drill', true),
      this.runs.lastSuccess('drill'),
      this.runs.inSlot('full'),
    ]);
    return {
      totalImages: total,
      totalBackups: verified,
      backupCoverage: coveragePercent(total, verified),
      ...(since && { verifiedSince: since.toISOString() }),
      backupDirectory: this.files.root,
      recentLogs: recent.map((run) => toContract(backupLog, run)),
      ...(full && { lastFull: toContract(backupLog, full) }),
      ...(drill && { lastDrill: toDrillResult(drill) }),
      ...(passedAt && { drillPassedAt: passedAt.toISOString() }),
      ...(running && { runningId: running._id.toHexString() }),
    };
  }

  async get(id: string) {
    const run = await this.runs.find(toObjectId(id));
    // Image checks have a page of their own.
    if (!run || run.backupType === 'health')
      throw new DomainError('NOT_FOUND', { kind: 'backupLog' });
    return toContract(backupDetail, run);
  }

  /** Starts a run. The same command delivered again gives the same run. */
  async start(type: StartRunRequest['type'], context: MessageContext, image?: string) {
    const imageId = image === undefined ? undefined : toObjectId(image);
    if (imageId && !(await this.images.findReady(imageId)))
      throw new DomainError('NOT_FOUND', { kind: 'image' });
    const id = deterministicId('image', `run\n${commandFingerprint(context, type, { image })}`);
    return this.runsService.start({ type, id, ...(imageId && { imageId }) });
  }

  /** Starts an image check, or joins the running one. Returns its result, or its progress after `timeoutMs`. */
  async checkImages(context: MessageContext, timeoutMs = CHECK_TIMEOUT_MS) {
    const { id } = await this.start('health', context);
    return toImageHealth(await this.runsService.waitForEnd(id, timeoutMs));
  }

  async lastImageCheck() {
    const run = await this.runs.last('health', false);
    return run ? { last: toImageHealth(run) } : {};
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

/** The result of a drill that processed all images. */
const toDrillResult = (run: RunRecord) => {
  const end = run.endTime ?? run.startTime;
  return {
    at: end.toISOString(),
    seconds: (end.getTime() - run.startTime.getTime()) / 1_000,
    images: run.totalImages,
    mismatches: run.failedBackups,
    passed: run.status === 'completed',
  };
};
