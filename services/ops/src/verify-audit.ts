import 'reflect-metadata';
import { ChassisModule, ConfigModule, createWorker } from '@ctdb/chassis';
import { Module } from '@nestjs/common';
import { AuditVerifier } from './audit/audit-verifier.js';
import { AuditModule } from './audit/audit.module.js';
import { loadConfig, OPS_CONFIG } from './config.js';

@Module({
  imports: [
    ConfigModule.forRoot(OPS_CONFIG, loadConfig),
    ChassisModule.forRoot({ service: 'ops-verify-audit', isCommand: true, mongo: true }),
    AuditModule,
  ],
})
class VerifyAuditModule {}

const CHANGED = 1;
const NOT_VERIFIED = 2;

const verify = async (): Promise<number> => {
  const app = await createWorker(VerifyAuditModule);
  const verifier = app.get(AuditVerifier, { strict: false });
  let found = 0;
  let areBackupsCompared = false;
  for (let next: number | undefined = 0; next !== undefined;) {
    const part = await verifier.verifyPart(next);
    process.stdout.write(`${JSON.stringify(part)}\n`);
    found += part.found;
    areBackupsCompared = part.backups !== undefined && part.unreadableBackups === 0;
    ({ next } = part);
  }
  await app.close();
  if (found > 0) return CHANGED;
  if (areBackupsCompared) return 0;
  process.stderr.write('The hashes in the backups could not be compared, or not all of them.\n');
  return NOT_VERIFIED;
};

// Writes a line for each part with its findings. Exits with 1 if the trail is not as it was written, and
// with 2 if that could not be verified.
try {
  process.exitCode = await verify();
} catch (error) {
  process.stderr.write(`The audit trail could not be verified: ${(error as Error).stack}\n`);
  process.exit(NOT_VERIFIED);
}
