import 'reflect-metadata';
import { createWorker } from '@ctdb/chassis';
import { Recount } from './backups/recount.js';
import { RecountModule } from './recount.module.js';

// Ends with 1 where the status page says otherwise than the files do.
const app = await createWorker(RecountModule);
const result = await app.get(Recount).run();
process.stdout.write(`${JSON.stringify(result)}\n`);
await app.close();
process.exitCode = result.agrees ? 0 : 1;
