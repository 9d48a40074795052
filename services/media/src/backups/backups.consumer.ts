import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  getBackupLog,
  getBackupStatus,
  startDrill,
  startFullBackup,
  startRestore,
  type ReplyOf,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { BackupsService } from './backups.service.js';

/** Answers the messages about backups. */
@Controller()
export class BackupsConsumer {
  constructor(private readonly backups: BackupsService) {}

  @Handles(getBackupStatus)
  status(): Promise<ReplyOf<typeof getBackupStatus>> {
    return this.backups.status();
  }

  @Handles(getBackupLog)
  get({ id }: RequestOf<typeof getBackupLog>): Promise<ReplyOf<typeof getBackupLog>> {
    return this.backups.get(id);
  }

  @Handles(startFullBackup)
  startFull(
    _request: RequestOf<typeof startFullBackup>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof startFullBackup>> {
    return this.backups.start('full', context);
  }

  @Handles(startRestore)
  startRestore(
    { imageId }: RequestOf<typeof startRestore>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof startRestore>> {
    return this.backups.start('restore', context, imageId);
  }

  @Handles(startDrill)
  startDrill(
    _request: RequestOf<typeof startDrill>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof startDrill>> {
    return this.backups.start('drill', context);
  }
}
