import { Handles, type MessageContext } from '@ctdb/chassis';
import { messages, type Requests } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { AuditHeadsReader } from './audit-heads.js';
import { BackupsService } from './backups.service.js';

/** Answers the messages about backups and image checks. */
@Controller()
export class BackupsConsumer {
  constructor(
    private readonly backups: BackupsService,
    private readonly heads: AuditHeadsReader,
  ) {}

  @Handles(messages.getBackupStatus)
  status() {
    return this.backups.status();
  }

  @Handles(messages.getBackupLog)
  get({ id }: Requests['getBackupLog']) {
    return this.backups.get(id);
  }

  @Handles(messages.startFullBackup)
  startFull(_request: Requests['startFullBackup'], context: MessageContext) {
    return this.backups.start('full', context);
  }

  @Handles(messages.startRestore)
  startRestore({ imageId }: Requests['startRestore'], context: MessageContext) {
    return this.backups.start('restore', context, imageId);
  }

  @Handles(messages.startDrill)
  startDrill(_request: Requests['startDrill'], context: MessageContext) {
    return this.backups.start('drill', context);
  }

  @Handles(messages.fixImages)
  checkImages(_request: Requests['fixImages'], context: MessageContext) {
    return this.backups.checkImages(context);
  }

  @Handles(messages.getImageHealth)
  lastImageCheck() {
    return this.backups.lastImageCheck();
  }

  @Handles(messages.getAuditHeadsOfBackups)
  auditHeads() {
    return this.heads.read();
  }
}
