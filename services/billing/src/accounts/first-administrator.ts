import { AppLogger, Health } from '@ctdb/chassis';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BILLING_CONFIG, type BillingConfig } from '../config.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { passwordFault } from '../passwords/password-policy.js';
import { AccountEvents } from './account-events.js';
import { AccountsRepository } from './accounts.repository.js';
import { usernameKey } from './username.js';

const violationMessages = {
  BROKEN_UNICODE: 'ADMIN_PASSWORD is not well-formed text',
  TOO_SHORT: 'ADMIN_PASSWORD is shorter than PASSWORD_MIN_LENGTH',
  TOO_COMMON: 'ADMIN_PASSWORD is among the common passwords',
} as const;

/**
 * Creates the configured administrator if the database has no administrator. Without a password, or
 * with one that the policy rejects, the service stays not ready and logs what to set. If an
 * administrator exists, the password is not needed. If several replicas start at once, the unique
 * index lets only one create the account.
 */
@Injectable()
export class FirstAdministrator implements OnApplicationBootstrap {
  private exists = false;

  constructor(
    private readonly accounts: AccountsRepository,
    private readonly events: AccountEvents,
    private readonly hasher: PasswordHasher,
    private readonly logger: AppLogger,
    health: Health,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {
    health.register('administrator', () => this.assertExists());
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.accounts.createIndexes();
    await this.hasher.warmUp();
    if (await this.accounts.hasAdministrator()) return;
    const problem = await this.tryCreate();
    if (problem === undefined || (await this.accounts.hasAdministrator())) return;
    const { username } = this.config.firstAdministrator;
    this.logger.error(`there is no administrator: ${problem} and start again`, {
      event: 'first-administrator-missing',
      username,
    });
  }

  /** Creates the account; returns what the operator must do if that fails. */
  private async tryCreate(): Promise<string | undefined> {
    const { username, password } = this.config.firstAdministrator;
    if (password === undefined) return 'set ADMIN_PASSWORD (and ADMIN_USERNAME)';
    const violation = passwordFault(password, username, this.config.password.minLength);
    if (violation) return `${violationMessages[violation]}; set another`;
    if (await this.create(username, password)) return undefined;
    return 'an account without that right has the name; set another ADMIN_USERNAME';
  }

  private async create(username: string, password: string): Promise<boolean> {
    const accountId = this.accounts.newId();
    const created = await this.accounts.createAdministrator(
      {
        accountId,
        username,
        usernameKey: usernameKey(username),
        passwordHash: await this.hasher.hash(password),
      },
      this.events.entry('created', { accountId, username }),
    );
    if (!created) return false;
    this.events.publishSoon();
    this.logger.info('the first administrator was created', {
      event: 'first-administrator-created',
      username,
    });
    return true;
  }

  /** Another replica may have created the administrator in the meantime. */
  private async assertExists(): Promise<void> {
    this.exists ||= await this.accounts.hasAdministrator();
    if (!this.exists) throw new Error('there is no administrator');
  }
}
