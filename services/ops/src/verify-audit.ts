import 'reflect-metadata';
import { ChassisModule, createWorker } from '@ctdb/chassis';
import { Module } from '@nestjs/common';
import { AuditVerifier } from './audit/audit-verifier.js';
import { AuditModule } from './audit/audit.module.js';

@Module({
  imports: [ChassisModule.forRoot({ service: 'ops-verify-audit', mongo: true }), AuditModule],
})
class VerifyAuditModule {}

// Writes a line for each part with all its findings; exits with 1 if the trail is not as it was written.
const app = await createWorker(VerifyAuditModule);
const verifier = app.get(AuditVerifier, { strict: false });
let found = 0;
for (let next: number | undefined = 0; next !== undefined;) {
  const part = await verifier.verifyPart(next);
  process.stdout.write(`${JSON.stringify(part)}\n`);
  found += part.found;
  ({ next } = part);
}
await app.close();
process.exitCode = found === 0 ? 0 : 1;
