import 'reflect-metadata';
import { ChassisModule, ConfigModule, createWorker } from '@ctdb/chassis';
import { accountEvents, DomainError, usernameKey } from '@ctdb/contracts';
import { Module } from '@nestjs/common';
import { accountsModel } from './accounts/accounts.module.js';
import { SessionsService } from './accounts/sessions/sessions.service.js';
import { AccountsRepository } from './accounts/users/accounts.repository.js';
import { newLink } from './accounts/users/tokens.js';
import { accountEvent, withoutCredentials } from './accounts/users/user.record.js';
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
  providers: [AccountsRepository, SessionsService],
})
class ResetOwnerModule {}

/**
 * Lets an owner in again who cannot sign in, or makes another person the owner: the person `username`, else the
 * owner who has been there longest, becomes an owner who is not disabled, has no password and no second factor
 * any more, and is signed out. Returns a new link to set a password.
 */
export const resetOwner = async (
  accounts: AccountsRepository,
  sessions: SessionsService,
  username?: string,
): Promise<{ username: string; token: string; expiresAt: Date }> => {
  const person = await (username === undefined
    ? accounts.findFirstOwner()
    : accounts.findPersonByKey(usernameKey(username)));
  if (!person) throw new DomainError('NOT_FOUND', { kind: 'person' });
  const { token, link } = newLink();
  const change = {
    role: 'owner',
    disabledAt: undefined,
    link,
    ...withoutCredentials,
  } as const;
  const event = accountEvent(accountEvents.ownerReset, person);
  if (!(await accounts.changeAndEndSessions(person, change, event)))
    throw new Error('the person was changed at the same moment; try again');
  await sessions.revokePending();
  return { username: person.username, token, expiresAt: link.expiresAt };
};

/** `reset-owner.js [name]`, for an operator: prints where the owner sets a new password. */
const run = async (name?: string): Promise<void> => {
  const app = await createWorker(ResetOwnerModule);
  try {
    const [accounts, sessions] = [app.get(AccountsRepository), app.get(SessionsService)];
    const { username, token, expiresAt } = await resetOwner(accounts, sessions, name);
    const path = `/invite#${token}`;
    process.stdout.write(`${JSON.stringify({ username, path, expiresAt })}\n`);
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'NOT_FOUND')) throw error;
    process.stderr.write('There is no person with this name.\n');
    process.exitCode = 1;
  } finally {
    await app.close();
  }
};

if (import.meta.main) await run(process.argv[2]);
