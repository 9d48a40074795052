import 'reflect-metadata';
import { createWorker } from '@ctdb/chassis';
import { Module } from '@nestjs/common';
import { BackupVerification } from './backups/backup-verification.js';
import { MediaCoreModule } from './media-core.module.js';

@Module({ imports: [MediaCoreModule.forProcess('media-verify-backups')] })
class VerifyBackupsModule {}

// Exits with 1 if the status page and the files disagree.
const app = await createWorker(VerifyBackupsModule);
const result = await app.get(BackupVerification, { strict: false }).run();
process.stdout.write(`${JSON.stringify(result)}\n`);
await app.close();
process.exitCode = result.agrees ? 0 : 1;
