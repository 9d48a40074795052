import {
  commandFingerprint,
  deterministicId,
  toObjectId,
  type MessageContext,
} from '@ctdb/chassis';
import { DomainError, type BackupDetail, type BackupStatus } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { BackupImagesRepository } from '../images/backup-images.repository.js';
import { BackupLogRepository } from '../runs/backup-log.repository.js';
import { RunsRepository } from '../runs/runs.repository.js';
import { RunsService, type StartRunRequest } from '../runs/runs.service.js';
import { BackupFileStore } from './backup-file-store.js';
import {
  coveragePercent,
  isBackupRun,
  toBackupDetail,
  toBackupLog,
  toDrillResult,
} from './backups.mapper.js';

const RECENT = 20;

/** Reads and starts backups. */
@Injectable()
export class BackupsService {
  constructor(
    private readonly images: BackupImagesRepository,
    private readonly runs: RunsRepository,
    private readonly logs: BackupLogRepository,
    private readonly runsService: RunsService,
    private readonly files: BackupFileStore,
  ) {}

  async status(): Promise<BackupStatus> {
    const [{ total, verified, since }, recent, full, drill, running] = await Promise.all([
      this.images.coverage(),
      this.logs.recent(RECENT),
      this.logs.last('full', false),
      this.logs.last('drill', true),
      this.runs.inSlot('full'),
    ]);
    return {
      totalImages: total,
      totalBackups: verified,
      backupCoverage: coveragePercent(total, verified),
      ...(since && { verifiedSince: since.toISOString() }),
      backupDirectory: this.files.root,
      recentLogs: recent.filter(isBackupRun).map(toBackupLog),
      ...(full && isBackupRun(full) && { lastFull: toBackupLog(full) }),
      ...(drill && { lastDrill: toDrillResult(drill) }),
      ...(running && { runningId: running._id.toHexString() }),
    };
  }

  async get(id: string): Promise<BackupDetail> {
    const run = await this.runs.find(toObjectId(id));
    if (!run || !isBackupRun(run)) throw new DomainError('NOT_FOUND', { kind: 'backupLog' });
    return toBackupDetail(run);
  }

  /** Starts a run. The same command delivered again gives the same run. */
  async start(
    type: StartRunRequest['type'],
    context: MessageContext,
    image?: string,
  ): Promise<{ id: string; alreadyRunning: boolean }> {
    const imageId = image === undefined ? undefined : toObjectId(image);
    if (imageId && !(await this.images.find(imageId)))
      throw new DomainError('NOT_FOUND', { kind: 'image' });
    const id = deterministicId('image', `run\n${commandFingerprint(context, type, { image })}`);
    const started = await this.runsService.start({ type, id, ...(imageId && { imageId }) });
    return { id: started.id.toHexString(), alreadyRunning: started.alreadyRunning };
  }
}
