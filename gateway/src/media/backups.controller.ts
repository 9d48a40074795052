import { RpcClient } from '@ctdb/chassis';
import {
  getBackupLog,
  getBackupStatus,
  getMediaQueues,
  routes,
  startDrill,
  startFullBackup,
  startRestore,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import type { InputOf } from '../http/input.js';
import { Route } from '../http/route.decorator.js';

/** Backups of images, restores and drills. */
@Controller()
export class BackupsController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.getBackupStatus)
  status({ context }: InputOf<typeof routes.getBackupStatus>) {
    return this.rpc.call(getBackupStatus, {}, context);
  }

  @Route(routes.getMediaQueues)
  queues({ context }: InputOf<typeof routes.getMediaQueues>) {
    return this.rpc.call(getMediaQueues, {}, context);
  }

  @Route(routes.startFullBackup)
  full({ context }: InputOf<typeof routes.startFullBackup>) {
    return this.rpc.call(startFullBackup, {}, context);
  }

  @Route(routes.startRestore)
  restore({ body, context }: InputOf<typeof routes.startRestore>) {
    return this.rpc.call(startRestore, body, context);
  }

  @Route(routes.startDrill)
  drill({ context }: InputOf<typeof routes.startDrill>) {
    return this.rpc.call(startDrill, {}, context);
  }

  @Route(routes.getBackupLog)
  log({ params, context }: InputOf<typeof routes.getBackupLog>) {
    return this.rpc.call(getBackupLog, params, context);
  }
}
