import 'reflect-metadata';
import { ChassisModule, ConfigModule, createWorker } from '@ctdb/chassis';
import { DomainError } from '@ctdb/contracts';
import { Module } from '@nestjs/common';
import { AccountsRepository } from './accounts/users/accounts.repository.js';
import { accountsModel } from './accounts/accounts.module.js';
import { OwnerReset } from './accounts/people/owner-reset.js';
import { SessionsService } from './accounts/sessions/sessions.service.js';
import { BILLING_CONFIG, loadConfig } from './config.js';

@Module({
  imports: [
    ConfigModule.forRoot(BILLING_CONFIG, loadConfig),
    ChassisModule.forRoot({
      service: 'billing-reset-owner',
      isCommand: true,
      mongo: true,
      redis: true,
    }),
    accountsModel,
  ],
  providers: [AccountsRepository, OwnerReset, SessionsService],
})
class ResetOwnerModule {}

// `reset-owner.js [name]`, for an operator: prints where the owner sets a new password.
const app = await createWorker(ResetOwnerModule);
try {
  const { username, token, expiresAt } = await app.get(OwnerReset).run(process.argv[2]);
  const path = `/invite#${token}`;
  process.stdout.write(`${JSON.stringify({ username, path, expiresAt })}\n`);
} catch (error) {
  if (!(error instanceof DomainError && error.code === 'NOT_FOUND')) throw error;
  process.stderr.write('There is no person with this name.\n');
  process.exitCode = 1;
} finally {
  await app.close();
}
