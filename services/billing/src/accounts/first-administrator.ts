import { AppLogger, Health } from '@ctdb/chassis';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BILLING_CONFIG, type BillingConfig } from '../config.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { AccountEvents } from './account-events.js';
import { AccountsRepository } from './accounts.repository.js';
import { usernameKey } from './username.js';

/**
 * Sees to it that somebody can sign in: creates the configured administrator where there is none.
 * Without a password to give, the service stays not ready and says what to set. Of several
 * replicas that start at once, the unique index lets one create the account.
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
    const { username, password } = this.config.firstAdministrator;
    if (password !== undefined && (await this.create(username, password))) return;
    if (await this.accounts.hasAdministrator()) return;
    this.logger.error(
      password === undefined
        ? 'there is no administrator: set ADMIN_PASSWORD (and ADMIN_USERNAME) and start again'
        : 'there is no administrator, and an account without that right has the name: set another ADMIN_USERNAME and start again',
      { event: 'first-administrator-missing', username },
    );
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

  /** Another replica, started with a password, may have made one since. */
  private async assertExists(): Promise<void> {
    this.exists ||= await this.accounts.hasAdministrator();
    if (!this.exists) throw new Error('there is no administrator');
  }
}
