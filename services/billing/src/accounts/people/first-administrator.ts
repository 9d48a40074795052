import { AppLogger, Health } from '@ctdb/chassis';
import { accountEvents, type ErrorCode } from '@ctdb/contracts';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BILLING_CONFIG, type BillingConfig } from '../../config.js';
import { AccountsRepository } from '../users/accounts.repository.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { findPasswordError } from '../passwords/password-policy.js';

const problems: Partial<Record<ErrorCode, string>> = {
  PASSWORD_TOO_SHORT: 'is shorter than PASSWORD_MIN_LENGTH',
  PASSWORD_TOO_COMMON: 'is common in leaks, or made of words of the product',
};

/**
 * Creates the configured administrator as owner if the database has no owner. Without a password, or
 * with one that the policy rejects, the service stays not ready and logs what to set. If an owner
 * exists, the password is not needed. A generated one must be changed at the first sign-in. If several
 * replicas start at once, the unique index lets only one create the account.
 */
@Injectable()
export class FirstAdministrator implements OnApplicationBootstrap {
  private exists = false;

  constructor(
    private readonly accounts: AccountsRepository,
    private readonly hasher: PasswordHasher,
    private readonly logger: AppLogger,
    health: Health,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {
    health.register('administrator', async () => {
      // Another replica may have created the administrator in the meantime.
      this.exists ||= await this.accounts.hasOwner();
      if (!this.exists) throw new Error('there is no administrator');
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.hasher.warmUp();
    if (await this.accounts.hasOwner()) return;
    const problem = await this.tryCreate();
    if (problem === undefined || (await this.accounts.hasOwner())) return;
    const { username } = this.config.firstAdministrator;
    this.logger.error(`there is no administrator: ${problem} and start again`, {
      event: 'first-administrator-missing',
      username,
    });
  }

  /** Creates the account; returns what the operator must do if that fails. */
  private async tryCreate(): Promise<string | undefined> {
    const { username, password, isGenerated } = this.config.firstAdministrator;
    if (password === undefined) return 'set ADMIN_PASSWORD (and ADMIN_USERNAME)';
    const error = findPasswordError(password, username, this.config.password);
    if (error)
      return `ADMIN_PASSWORD ${problems[error.code] ?? 'is not well-formed text'}; set another`;
    const hash = await this.hasher.hash(password);
    const mustChangePassword = isGenerated || undefined;
    const owner = { username, role: 'owner', password: hash, mustChangePassword } as const;
    if (!(await this.accounts.create(owner, accountEvents.created)))
      return 'ADMIN_USERNAME belongs to an account that is not an administrator; choose another';
    this.logger.info('the first administrator was created', {
      event: 'first-administrator-created',
      username,
    });
    return undefined;
  }
}
