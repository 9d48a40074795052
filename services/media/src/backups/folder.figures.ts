import { Metrics } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { BackupFolder } from './backup-folder.js';

/** How much room backups have left; only the worker sees their folder. */
@Injectable()
export class FolderFigures {
  constructor(metrics: Metrics, folder: BackupFolder) {
    const free = new Gauge({
      name: 'backup_folder_free_bytes',
      help: 'Bytes that are left in the folder of backups',
      registers: [metrics],
      collect: async () => {
        free.set(await folder.freeBytes().catch(() => Number.NaN));
      },
    });
  }
}
