import 'reflect-metadata';
import { createWorker } from '@ctdb/chassis';
import { BackupVerification } from './backups/backup-verification.js';
import { RecountModule } from './recount.module.js';

// Exits with 1 if the status page and the files disagree.
const app = await createWorker(RecountModule);
const result = await app.get(BackupVerification).run();
process.stdout.write(`${JSON.stringify(result)}\n`);
await app.close();
process.exitCode = result.agrees ? 0 : 1;
