import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  getAuditHeadsOfBackups,
  getBackupLog,
  getBackupStatus,
  startDrill,
  startFullBackup,
  startRestore,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { AuditHeadsReader } from './audit-heads.js';
import { BackupsService } from './backups.service.js';

/** Answers the messages about backups. */
@Controller()
export class BackupsConsumer {
  constructor(
    private readonly backups: BackupsService,
    private readonly heads: AuditHeadsReader,
  ) {}

  @Handles(getBackupStatus)
  status() {
    return this.backups.status();
  }

  @Handles(getBackupLog)
  get({ id }: RequestOf<typeof getBackupLog>) {
    return this.backups.get(id);
  }

  @Handles(startFullBackup)
  startFull(_request: RequestOf<typeof startFullBackup>, context: MessageContext) {
    return this.backups.start('full', context);
  }

  @Handles(startRestore)
  startRestore({ imageId }: RequestOf<typeof startRestore>, context: MessageContext) {
    return this.backups.start('restore', context, imageId);
  }

  @Handles(startDrill)
  startDrill(_request: RequestOf<typeof startDrill>, context: MessageContext) {
    return this.backups.start('drill', context);
  }

  @Handles(getAuditHeadsOfBackups)
  auditHeads() {
    return this.heads.read();
  }
}
